import { expect, it, vi } from 'vitest';
import { persist } from './persist.js';
import { WorkerTrouble } from './trouble.js';

const stops = () => Promise.reject(new WorkerTrouble('it was silent'));

it('does a job anew whose worker stopped, and says so', async () => {
  const replaced = vi.fn();
  const job = vi.fn(stops).mockImplementationOnce(stops);
  job.mockResolvedValueOnce('done' as never);
  expect(await persist(job, replaced)).toBe('done');
  expect([job.mock.calls.length, replaced.mock.calls.length]).toEqual([2, 1]);
});

it('gives up after three workers', async () => {
  const replaced = vi.fn();
  const job = vi.fn(stops);
  await expect(persist(job, replaced)).rejects.toThrow(WorkerTrouble);
  expect([job.mock.calls.length, replaced.mock.calls.length]).toEqual([3, 2]);
});

it('throws what the job itself throws at once', async () => {
  const replaced = vi.fn();
  const refuse = async () => {
    throw new RangeError('no');
  };
  await expect(persist(refuse, replaced)).rejects.toThrow('no');
  expect(replaced).not.toHaveBeenCalled();
});
