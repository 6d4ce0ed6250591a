import { useLingui } from '@lingui/react/macro'
import type { AuditEntry } from './api.ts'

/** Returns what names the actor of an entry. */
export function useActorName(): (actor: Pick<AuditEntry['actor'], 'kind' | 'name'>) => string {
  const { t } = useLingui()
  return ({ kind, name }) => {
    if (kind === 'system') return t`Crewline (automatic)`
    if (name === '') return t`Former member`
    return kind === 'api_key' ? t`API key: ${name}` : name
  }
}
