import { useCan } from '../../shared/lib/session/select.ts'
import { useLinesQuery } from '../lines/index.ts'

/** Whether the organization has no number to text from; false until that is known, and for members who cannot add one. */
export function useNoNumber(): boolean {
  const { data } = useLinesQuery(undefined, { skip: !useCan('lines.manage') })
  return data !== undefined && data.lines.every(({ state }) => state === 'released')
}
