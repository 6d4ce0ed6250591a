import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from '../Fields.module.css'
import { useFocusReturn } from '../useFocusReturn.ts'

const ChosenDrawer = lazy(async () => ({ default: (await import('../people/ChosenDrawer.tsx')).ChosenDrawer }))

export interface OffShiftProps {
  content: BroadcastContent
  people: number
  /** Whether they wait for their shift; otherwise they get it at once. */
  isHeld: boolean
}

/** How many of the recipients are off shift then, what happens to their text, and who they are. */
export function OffShift({ content, people, isHeld }: OffShiftProps) {
  const [isOpen, setOpen] = useState(false)
  const rememberFocus = useFocusReturn(isOpen)
  return (
    <div className={classes.rest}>
      <IconClockPause size={18} stroke={1.75} aria-hidden />
      <span>
        {isHeld
          ? plural(people, {
              one: '# person is off shift then. They get it when their shift starts.',
              other: '# people are off shift then. They get it when their shift starts.',
            })
          : plural(people, {
              one: '# person is off shift then. They get it at once.',
              other: '# people are off shift then. They get it at once.',
            })}
      </span>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => {
          rememberFocus()
          setOpen(true)
        }}
      >
        <Trans>Show who</Trans>
      </Button>
      <Suspense fallback={null}>
        {isOpen && <ChosenDrawer content={content} list="off_shift" onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  )
}
