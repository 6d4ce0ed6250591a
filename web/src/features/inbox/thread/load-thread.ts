/** Loads the code of the thread and, in parallel, the composer; the list renders without them. */
export function loadThread() {
  void loadComposer()
  return import('./Thread.tsx')
}

/** Loads the code of the composer; the messages render without it. */
export const loadComposer = async () => ({ default: (await import('./ComposerSlot.tsx')).ComposerSlot })
