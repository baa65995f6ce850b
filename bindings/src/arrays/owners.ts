/**
 * Whose a view of the module's memory is. While someone holds a view that a
 * resident tensor gave, the tensor is not forgotten; once it is disposed, the
 * view is of no use.
 */

/** A resident tensor. */
interface Owner {
  readonly disposed: boolean;
}

const owners = new WeakMap<ArrayBufferView, Owner>();

/** The tensor that gave a view, if one did. */
export function ownerOf(view: ArrayBufferView): Owner | undefined {
  return owners.get(view);
}

/** Lets a view keep its tensor; gives the view. */
export function ownedBy<V extends ArrayBufferView>(
  owner: Owner | undefined,
  view: V,
): V {
  if (owner) owners.set(view, owner);
  return view;
}
