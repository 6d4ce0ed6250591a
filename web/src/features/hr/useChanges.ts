import { useState } from 'react'
import type { HrSettings } from './api.ts'

/**
 * Keeps what was changed in a form of the settings and is not saved yet, apart from what is saved: another tab or another
 * member may change the rest meanwhile, and the form shows it. `markSaved` is called once the changes are saved; they are
 * dropped when the saved settings arrive, unless more was changed since.
 */
export function useChanges<Changes extends object>(saved: HrSettings) {
  const [changes, setChanges] = useState<Partial<Changes>>({})
  const [sent, setSent] = useState<{ before: HrSettings; changes: Partial<Changes> }>()
  if (sent && sent.before !== saved) {
    setSent(undefined)
    if (changes === sent.changes) setChanges({})
  }
  return {
    changes,
    change: (more: Partial<Changes>) => setChanges((before) => ({ ...before, ...more })),
    markSaved: () => setSent({ before: saved, changes }),
  }
}
