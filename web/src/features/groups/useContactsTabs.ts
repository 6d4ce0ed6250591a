import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { contactsTabOpened } from '../../shared/lib/session/auth.slice.ts'
import type { SectionTab } from '../../shared/lib/session/state.ts'
import type { ScreenTab } from '../../shared/ui/Screen.tsx'

/** Returns the two tabs that contacts and groups share; the session remembers the open one. */
export function useContactsTabs(current: SectionTab): ScreenTab[] {
  const { t } = useLingui()
  const dispatch = useDispatch()
  useEffect(() => void dispatch(contactsTabOpened(current)), [current, dispatch])
  return [
    { label: t`Contacts`, to: '/dashboard/contacts' },
    { label: t`Groups`, to: '/dashboard/groups' },
  ]
}
