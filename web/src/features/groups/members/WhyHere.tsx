import type { Group } from '@crewline/contract/groups'
import { useLingui } from '@lingui/react/macro'
import { Popover, Skeleton, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHandClick, IconPin, IconSparkles, IconStack2, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { LazySheet } from '../../../shared/ui/overlay/LazySheet.tsx'
import classes from '../Groups.module.css'
import type { Member } from './members-api.ts'

const MatchReasons = lazy(() => import('./MatchReasons.tsx'))

const icons: Record<Member['membership'], Icon> = {
  added: IconHandClick,
  matches: IconSparkles,
  pinned: IconPin,
  system: IconStack2,
}

export interface WhyHereProps {
  group: Group
  member: Member
}

/**
 * Shows the reason a contact is in a group; a click shows each rule with its result, and every time they joined or
 * left.
 */
export function WhyHere({ group, member }: WhyHereProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const labels: Record<Member['membership'], string> = {
    added: t`Added`,
    matches: t`Matches`,
    pinned: t`Pinned`,
    system: t`Matches`,
  }
  const IconComponent = icons[member.membership]
  const name = member.preferredName || member.firstname || (member.phoneDisplay ?? '')
  const title = t`Why is ${name} in this group?`
  const chip = (
    <UnstyledButton
      className={classes.why}
      onClick={() => setOpen(!isOpen)}
      aria-expanded={isOpen}
      aria-label={`${labels[member.membership]}. ${title}`}
    >
      <IconComponent size={14} stroke={2} aria-hidden />
      {labels[member.membership]}
    </UnstyledButton>
  )
  const attributes = (
    <Suspense fallback={<Skeleton height={96} radius="md" />}>
      <MatchReasons group={group} contactId={member.id} />
    </Suspense>
  )
  if (isPhone)
    return (
      <>
        {chip}
        <LazySheet isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
          {attributes}
        </LazySheet>
      </>
    )
  return (
    <Popover
      opened={isOpen}
      onDismiss={() => setOpen(false)}
      onChange={setOpen}
      position="bottom-start"
      width={360}
      withRoles={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>{chip}</Popover.Target>
      <Popover.Dropdown p="md" role="dialog" aria-label={title} tabIndex={-1} data-autofocus>
        <p className={classes.whyTitle}>{title}</p>
        {isOpen && attributes}
      </Popover.Dropdown>
    </Popover>
  )
}
