import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import type { ContactsAsked } from './api.ts'
import classes from './Contacts.module.css'

export interface ReachTabsProps {
  reach: ContactsAsked['reach']
  onReach: (reach: ContactsAsked['reach']) => void
}

/** The standing views of the list: everybody, and by whether they can be texted. */
export function ReachTabs({ reach, onReach }: ReachTabsProps) {
  const { t } = useLingui()
  const views: { value: ContactsAsked['reach']; label: string }[] = [
    { value: 'all', label: t`All` },
    { value: 'can_text', label: t`Can get texts` },
    { value: 'opted_out', label: t`Opted out` },
    { value: 'no_mobile', label: t`No mobile` },
    { value: 'archived', label: t({ message: 'Archived', context: 'contacts' }) },
  ]
  return (
    <div className={classes.tabs} role="group" aria-label={t`Which contacts`}>
      {views.map(({ value, label }) => (
        <UnstyledButton
          key={value}
          className={classes.tab}
          aria-pressed={value === reach}
          onClick={() => onReach(value)}
        >
          {label}
        </UnstyledButton>
      ))}
    </div>
  )
}
