// Saves a draft while it is edited: some time after the last change, one request at a time, never losing a change.

/** What happened to a request that saves changes. */
export type SaveResult = { version: number } | 'failed' | 'outdated'

export type SaveKind = 'unsaved' | 'saving' | 'saved' | 'failed' | 'outdated'

export interface AutosaveOptions<Content> {
  version: number
  delayMs: number
  /** Sends changes with the version they were made to. */
  save: (change: Partial<Content>, version: number) => Promise<SaveResult>
  onKind: (kind: SaveKind) => void
}

export interface Autosave<Content> {
  change: (change: Partial<Content>) => void
  /** Saves what is left; resolves to whether everything is saved. */
  flush: () => Promise<boolean>
  /** The changes that are not saved yet. */
  pending: () => Partial<Content>
  /** Continues from another version, after a teammate changed the draft; drops or keeps what is not saved. */
  continueFrom: (version: number, keeping: 'pending' | 'nothing') => void
  version: () => number
}

/** Creates the autosave of one draft. */
export function buildAutosave<Content extends object>(options: AutosaveOptions<Content>): Autosave<Content> {
  const { delayMs, save, onKind } = options
  let { version } = options
  let pending: Partial<Content> = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | undefined
  let isOutdated = false

  const hasPending = () => Object.keys(pending).length > 0

  async function saveOnce(): Promise<boolean> {
    const taken = pending
    pending = {}
    onKind('saving')
    const result = await save(taken, version)
    if (typeof result === 'object') {
      version = result.version
      return true
    }
    // A newer change of the same part wins over what could not be saved.
    pending = { ...taken, ...pending }
    isOutdated = result === 'outdated'
    onKind(result)
    return false
  }

  async function saveAll(): Promise<boolean> {
    while (hasPending()) if (!(await saveOnce())) return false
    onKind('saved')
    return true
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer)
    if (isOutdated) return Promise.resolve(false)
    if (!hasPending() && !running) return Promise.resolve(true)
    running ??= saveAll().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    change(change) {
      pending = { ...pending, ...change }
      if (isOutdated) return
      if (!running) onKind('unsaved')
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delayMs)
    },
    flush,
    pending: () => pending,
    continueFrom(next, keeping) {
      version = next
      isOutdated = false
      if (keeping === 'nothing') pending = {}
      onKind(hasPending() ? 'unsaved' : 'saved')
    },
    version: () => version,
  }
}
