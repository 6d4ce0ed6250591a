import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useRemoveLineGreetingMutation, type Greetings } from './api.ts'
import classes from './Calls.module.css'
import { PlaysNow } from './ByHoursFields.tsx'
import { playing } from './greeting-draft.ts'
import { LineGreetingForm } from './LineGreetingForm.tsx'
import { PlayButton } from './PlayButton.tsx'

type Line = Reply<'lines'>['lines'][number]
type LineGreeting = Greetings['lines'][number]

export interface LineGreetingsCardProps {
  numbers: readonly Line[]
  greetings: readonly LineGreeting[]
  hours: Greetings['hours']
}

/** Lists the numbers with a separate greeting, when the organization has several numbers. */
export function LineGreetingsCard({ numbers, greetings: own, hours }: LineGreetingsCardProps) {
  const { t } = useLingui()
  const messageFor = useErrorText()
  const [remove] = useRemoveLineGreetingMutation()
  const [open, setOpen] = useState<Line>()
  const greetingOf = (line: Line) => own.find(({ lineId }) => lineId === line.id)
  async function removeGreeting(line: Line): Promise<void> {
    const { error } = await remove(line.id)
    if (error) return toast.failed(error, { title: t`Couldn't remove`, message: messageFor(error) })
    toast.api({ title: t`Removed`, message: t`Callers now hear the default greeting.` }, 'OK')
  }
  return (
    <SettingsCard
      id="own-greetings"
      title={t`Greetings by number`}
      text={<Trans>Callers hear a number's own greeting instead of the default one.</Trans>}
    >
      <ul className={classes.list}>
        {numbers.map((line) => {
          const greeting = greetingOf(line)
          const { label } = line
          return (
            <li key={line.id} className={classes.entry}>
              {greeting?.file && <PlayButton url={greeting.file.url} />}
              <div className={classes.about}>
                <span className={classes.name}>
                  <bdi>{label}</bdi>
                  <bdi dir="ltr" className={classes.phone}>
                    {line.phoneDisplay}
                  </bdi>
                </span>
                {greeting ? (
                  <GreetingSummary greeting={greeting} hours={hours} />
                ) : (
                  <p className={classes.words}>
                    <Trans>Default greeting</Trans>
                  </p>
                )}
              </div>
              {greeting ? (
                <>
                  <ActionIcon onClick={() => setOpen(line)} aria-label={t`Edit greeting for ${label}`}>
                    <IconPencil size={18} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon onClick={() => void removeGreeting(line)} aria-label={t`Remove greeting for ${label}`}>
                    <IconTrash size={18} stroke={1.75} />
                  </ActionIcon>
                </>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setOpen(line)}
                  aria-label={t`Set greeting for ${label}`}
                >
                  <Trans>Set greeting</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <RecordDrawer
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={<Trans>Greeting for {open?.label ?? ''}</Trans>}
      >
        {open && (
          <LineGreetingForm
            lineId={open.id}
            greeting={greetingOf(open)}
            hours={hours}
            onClose={() => setOpen(undefined)}
          />
        )}
      </RecordDrawer>
    </SettingsCard>
  )
}

/** Shows the greetings of one number, by hours where they differ, and which one plays now. */
function GreetingSummary({ greeting, hours }: { greeting: LineGreeting; hours: Greetings['hours'] }) {
  const { t } = useLingui()
  const describeGreeting = ({ words, file }: Pick<LineGreeting, 'words' | 'file'>) =>
    words || file?.name || t`Recording`
  const open = describeGreeting(greeting)
  const closed = greeting.closed && describeGreeting(greeting.closed)
  const holiday = greeting.holiday && describeGreeting(greeting.holiday)
  const now = playing(hours, greeting)
  if (closed === null && holiday === null)
    return (
      <p className={classes.words} dir="auto">
        {open}
      </p>
    )
  return (
    <>
      <GreetingText isNow={now === 'open'}>
        {closed !== null ? (
          <Trans>
            During business hours: <bdi>{open}</bdi>
          </Trans>
        ) : (
          <Trans>
            All other days: <bdi>{open}</bdi>
          </Trans>
        )}
      </GreetingText>
      {closed !== null && (
        <GreetingText isNow={now === 'closed'}>
          <Trans>
            Outside business hours: <bdi>{closed}</bdi>
          </Trans>
        </GreetingText>
      )}
      {holiday !== null && (
        <GreetingText isNow={now === 'holiday'}>
          <Trans>
            On holidays: <bdi>{holiday}</bdi>
          </Trans>
        </GreetingText>
      )}
    </>
  )
}

function GreetingText({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  return (
    <div className={classes.current}>
      <p className={classes.words}>{children}</p>
      {isNow && <PlaysNow />}
    </div>
  )
}
