import { useSearchParams } from 'react-router'
import type { AuditFilters } from './api.ts'

const names = { actor: 'who', action: 'action', objectId: 'object', from: 'from', to: 'to' } as const
type FilterName = keyof typeof names

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const valid: Record<FilterName, (text: string) => boolean> = {
  actor: (text) => text === 'system' || UUID.test(text),
  action: (text) => /^[a-z_-]{1,40}(\.[a-z_-]{1,60})?$/.test(text),
  objectId: (text) => UUID.test(text),
  from: isDay,
  to: isDay,
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The filters in the URL. */
export interface AuditUrl {
  filters: AuditFilters
  isFiltered: boolean
  setFilter: (name: FilterName, value: string | null) => void
  clear: () => void
}

/** Reads the filters from the URL and writes them back; values that no filter can have are ignored. */
export function useAuditUrl(): AuditUrl {
  const [params, setParams] = useSearchParams()
  const filters: AuditFilters = {}
  for (const name of Object.keys(names) as FilterName[]) {
    const value = params.get(names[name]) ?? ''
    if (valid[name](value)) filters[name] = value
  }
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setFilter: (name, value) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (value) next.set(names[name], value)
          else next.delete(names[name])
          return next
        },
        { replace: true },
      ),
    clear: () =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const name of Object.values(names)) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}
