/**
 * Records which resident tensor owns a view of the module's memory. As long as
 * a view is reachable, its tensor is not collected; once the tensor is
 * disposed, the view can no longer be used.
 */

/** A resident tensor. */
interface Owner {
  readonly disposed: boolean;
}

const owners = new WeakMap<ArrayBufferView, Owner>();

/** The resident tensor that owns a view, if any. */
export function ownerOf(view: ArrayBufferView): Owner | undefined {
  return owners.get(view);
}

/** Makes a view keep its tensor alive; returns the view. */
export function ownedBy<V extends ArrayBufferView>(
  owner: Owner | undefined,
  view: V,
): V {
  if (owner) owners.set(view, owner);
  return view;
}
