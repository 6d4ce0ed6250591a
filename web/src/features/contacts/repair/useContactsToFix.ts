import { useThrottledCallback } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useCan, usePastDue, useSecondStepNeeded } from '../../../shared/lib/session/select.ts'
import { useContactChangesQuery } from '../api.ts'
import { countOf, useContactsToFixQuery } from './api.ts'

/** An import changes contacts twice a second; counting who lacks consent reads many contacts. */
const soonestMs = 10_000

const none: [] = []

export interface ContactsToFix {
  /** Contacts without a number that can get texts. */
  withoutNumber: number
  withoutConsent: number
}

/**
 * Returns how many contacts need a fix, and counts again when contacts change. Asks nothing while `isShown` is false,
 * and nothing for members who cannot fix contacts.
 */
export function useContactsToFix(isShown: boolean): ContactsToFix {
  const canEdit = useCan('contacts.edit')
  const isBlocked = usePastDue()
  const needsSecondStep = useSecondStepNeeded()
  const skip = !isShown || !canEdit || isBlocked || needsSecondStep
  const { data, refetch } = useContactsToFixQuery(undefined, { skip, refetchOnMountOrArgChange: soonestMs / 1000 })
  const { data: changes } = useContactChangesQuery(undefined, { skip })
  const count = useThrottledCallback(() => {
    if (!skip) void refetch()
  }, soonestMs)
  const seen = useRef<number>(undefined)
  useEffect(() => {
    const isFirst = seen.current === undefined
    seen.current = skip ? undefined : changes
    if (!skip && !isFirst && changes !== undefined) count()
  }, [changes, count, skip])
  const problems = (!skip && data) || none
  return {
    withoutNumber: countOf(problems, 'not_in_use', 'landline', 'wrong_person', 'no_mobile'),
    withoutConsent: countOf(problems, 'no_consent'),
  }
}
