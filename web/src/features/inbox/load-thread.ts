/** Fetches the thread and, beside it, where an answer is written; the list paints without them. */
export function loadThread() {
  void loadComposer()
  return import('./Thread.tsx')
}

/** Fetches where an answer is written; the messages paint without it. */
export const loadComposer = async () => ({ default: (await import('./ComposerSlot.tsx')).ComposerSlot })
