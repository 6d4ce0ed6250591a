// Rendered pages that this process remembers. A page that a whole shift opens at once is read, rendered and compressed
// once. Whatever changes what a page shows forgets the pages of its organization, in every process.
import type { Kernel } from '../kernel.ts'
import { packPage, type PackedPage, type RenderedPage } from './pack.ts'

/** How long a page is remembered at most, in ms, for a process that misses the signal of a change. */
const REMEMBER_MS = 5_000
/** The pages of one address: its languages, and the sizes of its letters. */
const PAGES_PER_ADDRESS = 64
/** Addresses per memory: about 60 MB of pages of common size. */
const ADDRESSES = 1_000
const CHANNEL = 'pages-changed'

/** What is behind an address. */
export interface Opened<Value> {
  orgId: string
  value: Value
  /** When the page ends by itself. */
  until?: Date | null
}

/** An address whose pages are remembered. */
export interface Shelf<Value> {
  value: Value
  /** Returns a page of this address, rendering it the first time; `variant` names everything that it depends on. */
  page(variant: string, render: () => Promise<RenderedPage>): Promise<PackedPage>
}

/** Remembers the pages of one kind. */
export interface PageMemory<Value> {
  /** Returns what is behind an address, loading it when it is not remembered. What `load` throws is not remembered. */
  open(address: string, load: () => Promise<Opened<Value>>): Promise<Shelf<Value>>
}

interface Entry extends Opened<unknown> {
  pages: Map<string, PackedPage>
  untilMs: number
}

/** The pages of one process; several processes in one program have separate ones. */
interface Memories {
  kinds: Map<string, Map<string, Entry>>
  /** Counts the changes: what was read before one is not remembered after it. */
  changes: number
}

const memories = new WeakMap<Kernel, Memories>()

/** Makes the memory of a kind of page in this process, or returns the existing one. */
export function pageMemory<Value>(kernel: Kernel, kind: string): PageMemory<Value> {
  const memory = memoriesOf(kernel)
  const entries = memory.kinds.get(kind) ?? new Map<string, Entry>()
  memory.kinds.set(kind, entries)
  return {
    async open(address, load) {
      const now = kernel.world.monotonicMs()
      const known = entries.get(address)
      if (known && known.untilMs > now && !(known.until && known.until <= kernel.world.now()))
        return shelfOf(known as Entry & Opened<Value>, () => entries.get(address) === known)
      entries.delete(address)
      const { changes } = memory
      const opened = await load()
      const entry = { ...opened, pages: new Map<string, PackedPage>(), untilMs: now + REMEMBER_MS }
      if (entries.size >= ADDRESSES) entries.clear()
      if (memory.changes === changes) entries.set(address, entry)
      return shelfOf(entry, () => entries.get(address) === entry)
    },
  }
}

function shelfOf<Value>(entry: Entry & Opened<Value>, isRemembered: () => boolean): Shelf<Value> {
  return {
    value: entry.value,
    async page(variant, render) {
      const known = entry.pages.get(variant)
      if (known) return known
      const page = await packPage(await render())
      if (isRemembered() && entry.pages.size < PAGES_PER_ADDRESS) entry.pages.set(variant, page)
      return page
    },
  }
}

/** Forgets the pages of an organization after a committed change: here at once, in other processes with the signal. */
export function forgetPages(kernel: Kernel, orgId: string): void {
  forget(memoriesOf(kernel), orgId)
  kernel.signals.broadcast(CHANNEL, orgId)
}

function memoriesOf(kernel: Kernel): Memories {
  const known = memories.get(kernel)
  if (known) return known
  const made: Memories = { kinds: new Map(), changes: 0 }
  memories.set(kernel, made)
  kernel.signals.onBroadcast(CHANNEL, (orgId) => forget(made, orgId))
  return made
}

function forget(memory: Memories, orgId: string): void {
  memory.changes += 1
  for (const entries of memory.kinds.values())
    for (const [address, entry] of entries) if (entry.orgId === orgId) entries.delete(address)
}
