/** Resolves when the browser has painted what is rendered now. In a tab that is hidden, this is when it is shown. */
export function afterPaint(): Promise<void> {
  // The callback of a frame runs before its paint; a task that it queues runs after it.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
