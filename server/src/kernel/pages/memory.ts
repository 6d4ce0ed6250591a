// Rendered pages that this process remembers. A page that a whole shift opens at once is read, rendered and compressed
// once. Whatever changes what a page shows forgets the pages of its organization, in every process.
import type { Kernel } from '../kernel.ts'
import { packPage, type PackedPage, type RenderedPage } from './pack.ts'
import { packTemplate, type PageTemplate } from './template.ts'

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
  /** Returns a page of this address of which each reader gets a copy with values of their own. */
  template(
    variant: string,
    slots: readonly string[],
    render: () => Promise<RenderedPage> | RenderedPage,
  ): Promise<PageTemplate>
}

/** Remembers the pages of one kind. */
export interface PageMemory<Value> {
  /** Returns what is behind an address, loading it when it is not remembered. What `load` throws is not remembered. */
  open(address: string, load: () => Promise<Opened<Value>>): Promise<Shelf<Value>>
}

/** Pages are remembered from the moment their work begins: a whole shift that opens one at once waits for one rendering. */
interface Entry extends Opened<unknown> {
  pages: Map<string, Promise<PackedPage>>
  templates: Map<string, Promise<PageTemplate>>
  untilMs: number
  /** Made with the first reader, and the same for all. */
  shelf?: Shelf<unknown>
}

/** An address that is being read. */
interface Loading {
  entry: Promise<Entry>
  /** How many changes there were when the reading began. */
  changes: number
}

/** The pages of one process; several processes in one program have separate ones. */
interface Memories {
  kinds: Map<string, Kind>
  /** Counts the changes: what was read before one is not remembered after it. */
  changes: number
}

interface Kind {
  entries: Map<string, Entry>
  loading: Map<string, Loading>
}

const memories = new WeakMap<Kernel, Memories>()

/** Makes the memory of a kind of page in this process, or returns the existing one. */
export function pageMemory<Value>(kernel: Kernel, kind: string): PageMemory<Value> {
  const memory = memoriesOf(kernel)
  const of = memory.kinds.get(kind) ?? { entries: new Map(), loading: new Map() }
  memory.kinds.set(kind, of)
  return {
    async open(address, load) {
      const now = kernel.world.monotonicMs()
      const known = of.entries.get(address)
      if (known && known.untilMs > now && !(known.until && known.until <= kernel.world.now()))
        return shelfOf<Value>(of, address, known)
      of.entries.delete(address)
      return shelfOf<Value>(of, address, await loadOnce(memory, of, { address, load, now }))
    },
  }
}

/** Reads an address once for all who wait for it; who asks after a change does not get what was read before it. */
async function loadOnce(
  memory: Memories,
  { entries, loading }: Kind,
  { address, load, now }: { address: string; load: () => Promise<Opened<unknown>>; now: number },
): Promise<Entry> {
  const { changes } = memory
  const begun = loading.get(address)
  if (begun?.changes === changes) return begun.entry
  const read = async (): Promise<Entry> => {
    const entry = { ...(await load()), pages: new Map(), templates: new Map(), untilMs: now + REMEMBER_MS }
    if (entries.size >= ADDRESSES) entries.clear()
    if (memory.changes === changes) entries.set(address, entry)
    return entry
  }
  const started: Loading = { entry: read(), changes }
  loading.set(address, started)
  try {
    return await started.entry
  } finally {
    if (loading.get(address) === started) loading.delete(address)
  }
}

function shelfOf<Value>(kind: Kind, address: string, entry: Entry): Shelf<Value> {
  entry.shelf ??= makeShelf(kind, address, entry)
  return entry.shelf as Shelf<Value>
}

function makeShelf({ entries }: Kind, address: string, entry: Entry): Shelf<unknown> {
  const remember = <Page>(pages: Map<string, Promise<Page>>, variant: string, make: () => Promise<Page>) => {
    const known = pages.get(variant)
    if (known) return known
    const page = make()
    if (entries.get(address) !== entry || pages.size >= PAGES_PER_ADDRESS) return page
    pages.set(variant, page)
    // What fails is not remembered.
    page.catch(() => pages.delete(variant))
    return page
  }
  return {
    value: entry.value,
    page: (variant, render) => remember(entry.pages, variant, async () => packPage(await render())),
    template: (variant, slots, render) =>
      remember(entry.templates, variant, async () => packTemplate(await render(), slots)),
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
  for (const { entries } of memory.kinds.values())
    for (const [address, entry] of entries) if (entry.orgId === orgId) entries.delete(address)
}
