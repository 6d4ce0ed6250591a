/** The work exceeded its time limit. */
export class Late extends Error {}

/** Settles like the work, or rejects when it takes longer. Does not cancel the work. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late(`not done within ${ms} ms`)), ms)
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
