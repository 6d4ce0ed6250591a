import { AsyncLocalStorage } from 'node:async_hooks'

/** A tab of the simulated browser: what runs inside `run` belongs to it, timers and promises included. */
export interface Tab {
  name: string
  /** A closed page does nothing any more. */
  isClosed: boolean
  listeners: Set<(event: StorageEvent) => void>
}

const running = new AsyncLocalStorage<Tab>()

/** Runs a function in a tab. */
export function inTab<T>(tab: Tab, work: () => T): T {
  return running.run(tab, work)
}

/** A browser with one storage and one cookie jar for all its tabs; storage events wait until they are delivered. */
export class Browser {
  stored = new Map<string, string>()
  cookies = new Map<string, string>()
  tabs: Tab[] = []
  events: { to: Tab; key: string; newValue: string | null }[] = []
  refuses: 'nothing' | 'writing' | 'everything' = 'nothing'

  storage = {
    kept: this.stored,
    get length(): number {
      return this.kept.size
    },
    key: (at: number) => this.touch(() => [...this.stored.keys()][at] ?? null),
    getItem: (key: string) => this.touch(() => this.stored.get(key) ?? null),
    setItem: (key: string, text: string) => this.write(key, text),
    removeItem: (key: string) => this.write(key, null),
  }

  document = cookieDocument(this.cookies)

  window = {
    addEventListener: (type: string, listener: (event: StorageEvent) => void) => {
      if (type === 'storage') running.getStore()?.listeners.add(listener)
    },
    removeEventListener: () => {},
  }

  private touch<T>(read: () => T): T {
    if (this.refuses === 'everything') throw new Error('storage is forbidden')
    return read()
  }

  private write(key: string, text: string | null): void {
    const writer = running.getStore()
    if (writer?.isClosed) return
    if (this.refuses !== 'nothing' && text !== null) throw new Error('storage is full')
    this.touch(() => undefined)
    const before = this.stored.get(key) ?? null
    if (before === text) return
    if (text === null) this.stored.delete(key)
    else this.stored.set(key, text)
    for (const to of this.tabs) if (to !== writer && !to.isClosed) this.events.push({ to, key, newValue: text })
  }

  open(name: string): Tab {
    const tab: Tab = { name, isClosed: false, listeners: new Set() }
    this.tabs.push(tab)
    return tab
  }

  /** Closes a page: it receives and writes nothing any more. */
  leave(tab: Tab): void {
    tab.isClosed = true
    this.tabs = this.tabs.filter((openTab) => openTab !== tab)
  }

  /** Delivers one waiting storage event. */
  deliver(at = 0): void {
    const [event] = this.events.splice(at, 1)
    if (!event || event.to.isClosed) return
    inTab(event.to, () => {
      for (const listener of event.to.listeners) listener({ key: event.key, newValue: event.newValue } as StorageEvent)
    })
  }
}

function cookieDocument(jar: Map<string, string>) {
  return {
    visibilityState: 'visible',
    get cookie(): string {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      const [pair = '', ...rest] = line.split('; ')
      const [name = '', value = ''] = pair.split('=', 2)
      if (rest.includes('max-age=0')) jar.delete(name)
      else jar.set(name, value)
    },
  }
}

/** Runs timers in the tab that set them, whichever code advances the clock. */
export function bindTimers(): void {
  const plain = globalThis.setTimeout
  const bound = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    plain(AsyncLocalStorage.bind(work), ms, ...args)
  globalThis.setTimeout = Object.assign(bound, plain) as typeof globalThis.setTimeout
}
