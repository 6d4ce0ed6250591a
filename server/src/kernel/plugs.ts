/** A typed socket an earlier room declares and one later room fills. */
export interface Plug<T> {
  /** Puts the one filling in; a second one is a mistake of the house. */
  fill(value: T): void
  /** The filling, or what stands there when no room filled it. */
  get(): T
}

/** Declares a plug with what stands there while nobody fills it. */
export function definePlug<T>(name: string, unfilled: T): Plug<T> {
  let filling: T | undefined
  return {
    fill: (value) => {
      if (filling !== undefined && filling !== value) throw new Error(`plug ${name} is filled twice`)
      filling = value
    },
    get: () => filling ?? unfilled,
  }
}
