import type { Group } from '@crewline/contract/groups'
import { useLingui } from '@lingui/react/macro'
import { Popover, Skeleton, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHandClick, IconPin, IconSparkles, IconStack2, type Icon } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { LazySheet } from '../../shared/ui/LazySheet.tsx'
import classes from './Groups.module.css'
import type { Member } from './people-api.ts'

const WhyFacts = lazy(() => import('./WhyFacts.tsx'))

const icons: Record<Member['membership'], Icon> = {
  added: IconHandClick,
  matches: IconSparkles,
  pinned: IconPin,
  system: IconStack2,
}

export interface WhyHereProps {
  group: Group
  person: Member
}

/** Why somebody is in a group, in a word; a press shows each rule with whether it holds, and every coming and going. */
export function WhyHere({ group, person }: WhyHereProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const words: Record<Member['membership'], string> = {
    added: t`Added`,
    matches: t`Matches`,
    pinned: t`Pinned`,
    system: t`Matches`,
  }
  const Shown = icons[person.membership]
  const name = person.preferredName || person.firstname || (person.phoneDisplay ?? '')
  const title = t`Why is ${name} here?`
  const chip = (
    <UnstyledButton
      className={classes.why}
      onClick={() => setOpen(!isOpen)}
      aria-expanded={isOpen}
      aria-label={`${words[person.membership]}. ${title}`}
    >
      <Shown size={14} stroke={2} aria-hidden />
      {words[person.membership]}
    </UnstyledButton>
  )
  const facts = (
    <Suspense fallback={<Skeleton height={96} radius="md" />}>
      <WhyFacts group={group} contactId={person.id} />
    </Suspense>
  )
  if (isPhone)
    return (
      <>
        {chip}
        <LazySheet isOpen={isOpen} onClose={() => setOpen(false)} title={title}>
          {facts}
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
        {isOpen && facts}
      </Popover.Dropdown>
    </Popover>
  )
}
