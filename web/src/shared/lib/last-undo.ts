const undoables = new Map<string, () => void>()

/** Offers a way to undo, as the newest, until the returned function is called. */
export function offerUndo(id: string, undo: () => void): () => void {
  undoables.set(id, undo)
  return () => {
    undoables.delete(id)
  }
}

/** Undoes the newest act that still can be; false when there is none. */
export function undoLast(): boolean {
  const undo = [...undoables.values()].at(-1)
  undo?.()
  return undo !== undefined
}
