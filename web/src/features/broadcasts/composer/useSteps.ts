import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { STEPS, stepAfter, stepIn, type Step } from './draft-rules.ts'
import type { Draft } from './useDraft.ts'

export interface Steps {
  step: Step
  next: Step | undefined
  go: (step: Step) => void
}

/** Returns the step of the URL and moves between steps, also by Ctrl Enter and Alt 1 to 3. */
export function useSteps(draft: Draft): Steps {
  const [params, setParams] = useSearchParams()
  const step = stepIn(params.get('step'))
  const next = stepAfter(step)
  async function goTo(to: Step): Promise<void> {
    // What could not be saved stays on the screen until it is.
    const isStuck = draft.kind === 'failed' || draft.kind === 'outdated'
    const saving = draft.flush()
    if (to === step || (isStuck && !(await saving))) return
    setParams((now) => {
      const changed = new URLSearchParams(now)
      changed.set('step', to)
      return changed
    })
  }
  const go = (to: Step) => void goTo(to)

  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      // An open dialog or drawer keeps the focus, and its keys.
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null
      if (event.defaultPrevented || event.isComposing || isInDialog) return
      const isMod = event.ctrlKey || event.metaKey
      const digit = event.altKey && !isMod ? /^Digit([1-3])$/.exec(event.code)?.[1] : undefined
      const to = digit ? STEPS[Number(digit) - 1] : isMod && event.key === 'Enter' ? next : undefined
      if (!to) return
      event.preventDefault()
      go(to)
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  })
  return { step, next, go }
}
