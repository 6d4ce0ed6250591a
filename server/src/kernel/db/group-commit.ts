/** Collects work and writes it in batches: the next batch is everything that arrived during the last write. */
export interface Committer<Item> {
  /** Resolves when this item is durably written; rejects when it could not be. */
  write(item: Item): Promise<void>
}

interface Waiting<Item> {
  item: Item
  done: () => void
  failed: (error: unknown) => void
}

/**
 * Creates a committer that calls `write` with up to `most` items, one batch at a time, without a timer. When a batch
 * fails, its items are written one by one, so that a bad item does not block the others.
 */
export function groupCommit<Item>(write: (items: Item[]) => Promise<void>, most = 500): Committer<Item> {
  // A writer that throws synchronously fails its batch like any other.
  const flush = async (items: Item[]): Promise<void> => write(items)
  let waiting: Waiting<Item>[] = []
  let writing = false

  const run = async (): Promise<void> => {
    if (writing) return
    writing = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await flush(batch.map((entry) => entry.item)).then(
        () => batch.forEach((entry) => entry.done()),
        (error: unknown) => (batch.length === 1 ? batch[0]?.failed(error) : oneByOne(batch, flush)),
      )
    }
    writing = false
  }
  return {
    write: (item) =>
      new Promise<void>((done, failed) => {
        waiting.push({ item, done, failed })
        void run()
      }),
  }
}

async function oneByOne<Item>(batch: Waiting<Item>[], flush: (items: Item[]) => Promise<void>): Promise<void> {
  for (const entry of batch) await flush([entry.item]).then(entry.done, entry.failed)
}
