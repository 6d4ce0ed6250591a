type Ear = (event: PopStateEvent) => void

let ear: Ear | undefined

/** Lets what hears Back hear it before the router does: the window calls its listeners in the order they came. */
export function comeBeforeRouter(): void {
  addEventListener('popstate', (event) => ear?.(event))
}

/** Hears Back and Forward, one at a time; answers how to stop. */
export function hearBack(hear: Ear): () => void {
  ear = hear
  return () => {
    if (ear === hear) ear = undefined
  }
}
