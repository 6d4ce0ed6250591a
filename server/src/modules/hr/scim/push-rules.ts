/** After a pushed change, the sync waits this long for further ones, in ms. */
const SETTLE_MS = 120_000
/** Pushing that does not pause delays the sync no longer than this, in ms. */
const MOST_MS = 900_000

/** When the sync begins that reads what was pushed: once the pushing pauses. `since` is the first change that waits. */
export function nextAfterPush(now: Date, since: Date): Date {
  return new Date(Math.min(now.getTime() + SETTLE_MS, Math.max(since.getTime() + MOST_MS, now.getTime())))
}
