import { dayIn } from '@crewline/contract/calendar'
import { useLingui } from '@lingui/react/macro'
import { Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../shared/lib/session/select.ts'
import type { PartProps } from './BulkActionParts.tsx'

const methods = ['paper', 'verbal', 'email'] as const
type Method = (typeof methods)[number]

/** Takes how, when and to what the contacts agreed. */
export function ConsentNote({ onAction }: PartProps) {
  const { t } = useLingui()
  const timeZone = useSession(({ auth }) => auth.organization?.timezone ?? 'UTC')
  const [today] = useState(() => dayIn(timeZone, new Date()))
  const [note, setNote] = useState<{ method: Method; date: string; wording: string }>({
    method: 'paper',
    date: today,
    wording: '',
  })
  const labels: Record<Method, string> = { paper: t`On paper`, verbal: t`In person`, email: t`By email` }
  function change(part: Partial<typeof note>): void {
    const next = { ...note, ...part }
    setNote(next)
    const wording = next.wording.trim()
    const isComplete = wording !== '' && next.date !== '' && next.date <= today
    onAction(isComplete ? { act: 'attest', ...next, wording } : undefined)
  }
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        {t`Keep proof of how they agreed to get texts. Contacts who opted out stay opted out. This stays in the history of each number and can't be changed later.`}
      </Text>
      <Radio.Group
        label={t`How they agreed`}
        value={note.method}
        onChange={(next) => change({ method: methods.find((method) => method === next) ?? 'paper' })}
      >
        <Group gap="md" mt={4}>
          {methods.map((method) => (
            <Radio key={method} value={method} label={labels[method]} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        type="date"
        label={t`When they agreed`}
        max={today}
        value={note.date}
        error={note.date > today ? t`Choose a day that is not in the future.` : undefined}
        onChange={(event) => change({ date: event.currentTarget.value })}
      />
      <Textarea
        label={t`What they agreed to`}
        placeholder={t`Signed the texting form on the first day`}
        autosize
        minRows={2}
        maxLength={400}
        value={note.wording}
        onChange={(event) => change({ wording: event.currentTarget.value })}
        data-autofocus
      />
    </Stack>
  )
}
