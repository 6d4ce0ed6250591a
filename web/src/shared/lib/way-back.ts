type BackListener = (event: PopStateEvent) => void

/** The last one is in charge: a form in a dialog above a form of the page. */
const backListeners: BackListener[] = []

/**
 * Registers a popstate listener before the router does, because the window calls listeners in the order they were
 * added.
 */
export function listenBeforeRouter(): void {
  addEventListener('popstate', (event) => backListeners.at(-1)?.(event))
}

/** Adds a handler of Back and Forward, in charge until it is removed or another one is added; returns a function that removes it. */
export function setBackListener(listener: BackListener): () => void {
  backListeners.push(listener)
  return () => {
    const at = backListeners.lastIndexOf(listener)
    if (at !== -1) backListeners.splice(at, 1)
  }
}
