import { AsyncLocalStorage } from 'node:async_hooks'

/** A tab of the pretended browser: what runs inside `run` belongs to it, timers and promises included. */
export interface Tab {
  name: string
  /** A page that was left does nothing any more. */
  isGone: boolean
  listeners: Set<(event: StorageEvent) => void>
}

const running = new AsyncLocalStorage<Tab>()

/** Runs work as a tab. */
export function inTab<T>(tab: Tab, work: () => T): T {
  return running.run(tab, work)
}

/** A browser with one storage and one cookie jar for all its tabs; storage events wait until they are delivered. */
export class Browser {
  kept = new Map<string, string>()
  cookies = new Map<string, string>()
  tabs: Tab[] = []
  events: { to: Tab; key: string; newValue: string | null }[] = []
  refuses: 'nothing' | 'writing' | 'everything' = 'nothing'

  storage = {
    kept: this.kept,
    get length(): number {
      return this.kept.size
    },
    key: (at: number) => this.touch(() => [...this.kept.keys()][at] ?? null),
    getItem: (key: string) => this.touch(() => this.kept.get(key) ?? null),
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
    if (writer?.isGone) return
    if (this.refuses !== 'nothing' && text !== null) throw new Error('storage is full')
    this.touch(() => undefined)
    const before = this.kept.get(key) ?? null
    if (before === text) return
    if (text === null) this.kept.delete(key)
    else this.kept.set(key, text)
    for (const to of this.tabs) if (to !== writer && !to.isGone) this.events.push({ to, key, newValue: text })
  }

  /** Opens a tab. */
  open(name: string): Tab {
    const tab: Tab = { name, isGone: false, listeners: new Set() }
    this.tabs.push(tab)
    return tab
  }

  /** Leaves a page: nothing of it hears or writes any more. */
  leave(tab: Tab): void {
    tab.isGone = true
    this.tabs = this.tabs.filter((one) => one !== tab)
  }

  /** Delivers one waiting storage event. */
  deliver(at = 0): void {
    const [event] = this.events.splice(at, 1)
    if (!event || event.to.isGone) return
    inTab(event.to, () => {
      for (const hear of event.to.listeners) hear({ key: event.key, newValue: event.newValue } as StorageEvent)
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

/** Makes timers run in the tab that set them, whoever moves the clock. */
export function bindTimers(): void {
  const plain = globalThis.setTimeout
  const bound = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    plain(AsyncLocalStorage.bind(work), ms, ...args)
  globalThis.setTimeout = Object.assign(bound, plain) as typeof globalThis.setTimeout
}
