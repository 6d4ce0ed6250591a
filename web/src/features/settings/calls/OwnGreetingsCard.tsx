import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { RecordDrawer } from '../../../shared/ui/RecordDrawer.tsx'
import { toast } from '../../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../../shared/ui/useRefusalWords.ts'
import { SettingsCard } from '../SettingsCard.tsx'
import { useRemoveLineGreetingMutation, type Greetings } from './api.ts'
import classes from './Calls.module.css'
import { PlaysNow } from './ByHoursFields.tsx'
import { playing } from './greeting-draft.ts'
import { OwnGreetingForm } from './OwnGreetingForm.tsx'
import { PlayButton } from './PlayButton.tsx'

type Line = Reply<'lines'>['lines'][number]
type Own = Greetings['lines'][number]

export interface OwnGreetingsCardProps {
  numbers: readonly Line[]
  own: readonly Own[]
  hours: Greetings['hours']
}

/** At which numbers callers hear something of their own, where the organization has several. */
export function OwnGreetingsCard({ numbers, own, hours }: OwnGreetingsCardProps) {
  const { t } = useLingui()
  const wordsFor = useRefusalWords()
  const [remove] = useRemoveLineGreetingMutation()
  const [open, setOpen] = useState<Line>()
  const ownOf = (line: Line) => own.find(({ lineId }) => lineId === line.id)
  async function forget(line: Line): Promise<void> {
    const { error } = await remove(line.id)
    if (error) return toast.api({ title: t`Not removed`, message: wordsFor(error) }, 'ERROR')
    toast.api({ title: t`Removed`, message: t`Callers hear what they hear at all numbers.` }, 'OK')
  }
  return (
    <SettingsCard
      id="own-greetings"
      title={t`Greetings of single numbers`}
      text={<Trans>Where a number has its own greeting, its callers hear that one.</Trans>}
    >
      <ul className={classes.list}>
        {numbers.map((line) => {
          const greeting = ownOf(line)
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
                  <OwnWords greeting={greeting} hours={hours} />
                ) : (
                  <p className={classes.words}>
                    <Trans>The same as at all numbers</Trans>
                  </p>
                )}
              </div>
              {greeting ? (
                <>
                  <ActionIcon onClick={() => setOpen(line)} aria-label={t`Change the greeting of ${label}`}>
                    <IconPencil size={18} stroke={1.75} />
                  </ActionIcon>
                  <ActionIcon onClick={() => void forget(line)} aria-label={t`Remove the greeting of ${label}`}>
                    <IconTrash size={18} stroke={1.75} />
                  </ActionIcon>
                </>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setOpen(line)}
                  aria-label={t`Set its own greeting for ${label}`}
                >
                  <Trans>Set its own</Trans>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <RecordDrawer
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={<Trans>Greeting of {open?.label ?? ''}</Trans>}
      >
        {open && (
          <OwnGreetingForm lineId={open.id} own={ownOf(open)} hours={hours} onClose={() => setOpen(undefined)} />
        )}
      </RecordDrawer>
    </SettingsCard>
  )
}

/** What callers of one number hear, by hours where that differs, and which plays now. */
function OwnWords({ greeting, hours }: { greeting: Own; hours: Greetings['hours'] }) {
  const { t } = useLingui()
  const said = ({ words, file }: Pick<Own, 'words' | 'file'>) => words || file?.name || t`Recording`
  const open = said(greeting)
  const closed = greeting.closed && said(greeting.closed)
  const holiday = greeting.holiday && said(greeting.holiday)
  const now = playing(hours, greeting)
  if (closed === null && holiday === null)
    return (
      <p className={classes.words} dir="auto">
        {open}
      </p>
    )
  return (
    <>
      <Told isNow={now === 'open'}>
        {closed !== null ? (
          <Trans>
            Inside business hours: <bdi>{open}</bdi>
          </Trans>
        ) : (
          <Trans>
            On all other days: <bdi>{open}</bdi>
          </Trans>
        )}
      </Told>
      {closed !== null && (
        <Told isNow={now === 'closed'}>
          <Trans>
            Outside: <bdi>{closed}</bdi>
          </Trans>
        </Told>
      )}
      {holiday !== null && (
        <Told isNow={now === 'holiday'}>
          <Trans>
            On holidays: <bdi>{holiday}</bdi>
          </Trans>
        </Told>
      )}
    </>
  )
}

function Told({ isNow, children }: { isNow: boolean; children: ReactNode }) {
  return (
    <div className={classes.told}>
      <p className={classes.words}>{children}</p>
      {isNow && <PlaysNow />}
    </div>
  )
}
