import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import classes from './Consent.module.css'
import { linesOf } from './list-size.ts'
import { useAddOptOuts, type AddedOptOuts } from './useAddOptOuts.ts'
import { useRefusalOfList } from './useRefusalOfList.ts'

export interface OptOutListFormProps {
  /** Called with the result of each line. */
  onAdded: (added: AddedOptOuts) => void
  onClose: () => void
}

const noteMax = 120

/** A form for numbers, pasted or from a file, and their source. */
export function OptOutListForm({ onAdded, onClose }: OptOutListFormProps) {
  const { t } = useLingui()
  const describeError = useRefusalOfList()
  const { isAdding, add } = useAddOptOuts()
  const [pasted, setPasted] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<{ note?: string; list?: string }>({})
  const count = linesOf(pasted)
  const unsaved = useUnsaved({ pasted, note, file: file && [file.name, file.size, file.lastModified] })

  function paste(text: string): void {
    setPasted(text)
    setProblem({})
  }
  function choose(next: File | null): void {
    setFile(next)
    setProblem({})
  }

  async function send(): Promise<void> {
    const list = file ?? (count > 0 ? new Blob([pasted]) : undefined)
    const missing = {
      ...(!list && { list: t`Paste numbers or choose a file.` }),
      ...(note.trim() === '' && { note: t`Enter where these numbers came from.` }),
    }
    setProblem(missing)
    if (!list || note.trim() === '') return
    const answer = await add(list, note.trim())
    if ('error' in answer) setProblem({ list: describeError(answer.error) })
    else unsaved.done(() => onAdded(answer.data))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed">
          <Trans>Only they can opt back in, by texting START.</Trans>
        </Text>
        <ListInput pasted={pasted} onPaste={paste} file={file} onFile={choose} />
        {problem.list && (
          <p role="alert" className={classes.problem}>
            {problem.list}
          </p>
        )}
        <TextInput
          label={t`Where they came from`}
          description={t`Saved in each number's history.`}
          placeholder={t`Opt-outs from our old texting system`}
          maxLength={noteMax}
          value={note}
          error={problem.note}
          onChange={(event) => {
            setNote(event.currentTarget.value)
            setProblem({})
          }}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => unsaved.leave(onClose)} disabled={isAdding}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={isAdding}>
          {!file && count > 0 ? (
            <Plural value={count} one="Add # number" other="Add # numbers" />
          ) : (
            <Trans>Add numbers</Trans>
          )}
        </Button>
      </Group>
      {unsaved.question}
    </form>
  )
}

interface ListInputProps {
  pasted: string
  onPaste: (text: string) => void
  file: File | null
  onFile: (file: File | null) => void
}

function ListInput({ pasted, onPaste, file, onFile }: ListInputProps) {
  const { t } = useLingui()
  if (file)
    return (
      <div className={classes.file}>
        <IconFileSpreadsheet size={18} stroke={1.75} aria-hidden />
        <bdi>{file.name}</bdi>
        <Button variant="subtle" size="compact-xs" onClick={() => onFile(null)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    )
  return (
    <>
      <Textarea
        label={t`Numbers, one per line`}
        placeholder={'(555) 010-2233\n+44 20 7183 8750'}
        autosize
        minRows={5}
        maxRows={10}
        value={pasted}
        onChange={(event) => onPaste(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.file}>
        <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={onFile}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              <Trans>Choose a file</Trans>
            </Button>
          )}
        </FileButton>
        <span className={classes.none}>
          <Trans>CSV or text file. Numbers go in the first column.</Trans>
        </span>
      </div>
    </>
  )
}
