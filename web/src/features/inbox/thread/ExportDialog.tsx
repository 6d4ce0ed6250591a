import { deviceZone } from '@crewline/contract/calendar'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Radio, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'react-redux'
import { download, saveAs } from '../../../shared/api/download.ts'
import { call } from '../../../shared/api/from-contract.ts'
import { useSession, type SessionState } from '../../../shared/lib/session/select.ts'
import { bearerOf } from '../../../shared/lib/session/state.ts'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useFocusBack } from '../../../shared/ui/overlay/useFocusBack.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { dayAgo } from '../list/useHits.ts'

export interface ExportDialogProps {
  contactId: string
  name: string
  onClose: () => void
}

const formats = ['pdf', 'csv', 'txt', 'json'] as const
type Format = (typeof formats)[number]

const usualDays = 30
const here = deviceZone()

/** Asks for start day, time zone and file format of a conversation export, and saves the file. */
export default function ExportDialog({ contactId, name, onClose }: ExportDialogProps) {
  const { t } = useLingui()
  useFocusBack()
  const { getState } = useStore<SessionState>()
  const organizationZone = useSession(({ auth }) => auth.organization?.timezone ?? '')
  const messageFor = useErrorText()
  const [today] = useState(() => dayAgo(0, Date.now()))
  const [from, setFrom] = useState(() => dayAgo(usualDays, Date.now()))
  const [zone, setZone] = useState(organizationZone || here)
  const [format, setFormat] = useState<Format>('pdf')
  const [includeNotes, setIncludeNotes] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function save(): Promise<void> {
    if (from === '') return setRefusal(t`Choose a day.`)
    setBusy(true)
    const body = { contactId, startDate: from, timeZone: zone, format, includeNotes }
    const answer = await download(call('exportConversation', { body }), bearerOf(getState().auth))
    setBusy(false)
    if ('error' in answer) return setRefusal(messageFor(answer.error))
    const file = `conversation-export.${format}`
    saveAs(answer.file, file)
    toast.inApp({ type: 'success', message: t`Saved as ${file}` })
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t`Export conversation with ${name}`}
      size={440}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          type="date"
          label={t({ message: 'From', context: 'day' })}
          max={today}
          value={from}
          onChange={(event) => {
            setFrom(event.currentTarget.value)
            setRefusal('')
          }}
        />
        <Select
          mt="sm"
          searchable
          label={t`Time zone`}
          data={Array.from(new Set([organizationZone, here, ...Intl.supportedValuesOf('timeZone')].filter(Boolean)))}
          value={zone}
          onChange={(next) => setZone(next ?? zone)}
          allowDeselect={false}
          limit={100}
          nothingFoundMessage={t`No time zones found`}
        />
        <Radio.Group mt="sm" label={t`File type`} value={format} onChange={(next) => setFormat(next)}>
          <Group gap="md" mt={4}>
            {formats.map((option) => (
              <Radio key={option} value={option} label={option.toUpperCase()} />
            ))}
          </Group>
        </Radio.Group>
        <Checkbox
          mt="sm"
          label={t`Include team notes`}
          checked={includeNotes}
          onChange={(event) => setIncludeNotes(event.currentTarget.checked)}
        />
        {refusal && (
          <p role="alert" style={{ color: 'var(--mantine-color-error)' }}>
            {refusal}
          </p>
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isBusy}>
            <Trans>Export</Trans>
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
