/** Collects work and writes it in batches: the next batch is everything that arrived during the last write. */
export interface Committer<Item> {
  /** Resolves when this item is durably written; rejects when it could not be. */
  write(item: Item): Promise<void>
}

interface Waiting<Item, Result> {
  item: Item
  done: (result: Result) => void
  failed: (error: unknown) => void
}

interface BatchOptions<Item> {
  /** How large a batch may be, in items; an item may count as several. */
  most?: number
  sizeOf?: (item: Item) => number
  /** Whether the items of a batch that failed with this error are tried one by one. Always by default. */
  isTriedAgain?: (error: unknown) => boolean
}

/**
 * Creates a committer that calls `write` with up to `most` items, one batch at a time, without a timer. When a batch
 * fails, its items are written one by one, so that a bad item does not block the others.
 */
export function groupCommit<Item>(write: (items: Item[]) => Promise<void>, most = 500): Committer<Item> {
  const writeItem = grouped(
    async (items: Item[]) => {
      await write(items)
      return items.map(() => undefined)
    },
    { most },
  )
  return { write: writeItem }
}

/**
 * Creates a function whose calls share the work: the next batch is every item that arrived during the last one, and each
 * call resolves to the result at the place of its item. Work on an item begins after it arrived. When a batch fails, its
 * items are tried one by one, unless `isTriedAgain` says no. An item larger than a batch, as `sizeOf` says, is worked on
 * alone.
 */
export function grouped<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { most = 500, sizeOf = () => 1, isTriedAgain = () => true }: BatchOptions<Item> = {},
): (item: Item) => Promise<Result> {
  // Work that throws synchronously fails its batch like any other.
  const run = async (batch: Waiting<Item, Result>[]): Promise<void> => {
    const results = await work(batch.map((entry) => entry.item))
    if (results.length !== batch.length) throw new Error('work on a batch needs a result for each item')
    // Results may be undefined, so only the number of them is checked.
    batch.forEach((entry, nth) => entry.done(results[nth] as Result))
  }
  let waiting: Waiting<Item, Result>[] = []
  let isWorking = false

  const workOff = async (): Promise<void> => {
    if (isWorking) return
    isWorking = true
    while (waiting.length > 0) {
      let size = 0
      const end = waiting.findIndex(({ item }, nth) => (size += sizeOf(item)) > most && nth > 0)
      const batch = end === -1 ? waiting : waiting.slice(0, end)
      waiting = waiting.slice(batch.length)
      await run(batch).catch((error: unknown) => {
        if (batch.length > 1 && isTriedAgain(error)) return oneByOne(batch, run)
        for (const entry of batch) entry.failed(error)
      })
    }
    isWorking = false
  }
  return (item) =>
    new Promise<Result>((done, failed) => {
      waiting.push({ item, done, failed })
      void workOff()
    })
}

async function oneByOne<Entry extends { failed: (error: unknown) => void }>(
  batch: Entry[],
  run: (batch: Entry[]) => Promise<void>,
): Promise<void> {
  for (const entry of batch) await run([entry]).catch(entry.failed)
}
