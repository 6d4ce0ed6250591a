const undoables = new Map<string, () => void>()

/** Registers an Undo function as the newest, until the returned function is called. */
export function offerUndo(id: string, undo: () => void): () => void {
  undoables.set(id, undo)
  return () => {
    undoables.delete(id)
  }
}

/** Undoes the newest action that can still be undone; false when there is none. */
export function undoLast(): boolean {
  const undo = [...undoables.values()].at(-1)
  undo?.()
  return undo !== undefined
}
