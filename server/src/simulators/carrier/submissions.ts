import type { Submission } from './records.ts'

const REMEMBERED_MS = 14 * 24 * 3600 * 1000

export type Submissions = {
  add: (submission: Submission) => void
  find: (id: string) => Submission | undefined
  findReference: (account: string, reference: string) => Submission | undefined
  all: () => IterableIterator<Submission>
  removeOld: (now: number) => void
  nextN: () => number
}

/**
 * Keeps what the carrier accepted in the last 14 days, by id and by reference; the first of two with one reference
 * wins.
 */
export function createSubmissions(): Submissions {
  const byId = new Map<string, Submission>()
  const byReference = new Map<string, Submission>()
  let lastN = 0
  return {
    add: (submission) => {
      lastN = Math.max(lastN, submission.n)
      byId.set(submission.id, submission)
      const key = referenceKey(submission)
      if (key !== null && !byReference.has(key)) byReference.set(key, submission)
    },
    find: (id) => byId.get(id),
    findReference: (account, reference) => byReference.get(`${account}\n${reference}`),
    all: () => byId.values(),
    removeOld: (now) => {
      for (const [id, submission] of byId) {
        if (submission.at > now - REMEMBERED_MS) return
        byId.delete(id)
        const key = referenceKey(submission)
        if (key !== null && byReference.get(key) === submission) byReference.delete(key)
      }
    },
    nextN: () => (lastN += 1),
  }
}

function referenceKey({ account, reference }: Submission): string | null {
  return reference === null ? null : `${account}\n${reference}`
}
