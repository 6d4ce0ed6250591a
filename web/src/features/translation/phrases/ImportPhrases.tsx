import { formatList } from '@crewline/contract/formats'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useFocusBack } from '../../../shared/ui/overlay/useFocusBack.ts'
import { useImportPhrases, type ImportedPhrases } from './phrases-api.ts'
import classes from './Phrases.module.css'

/** Imports phrases from a file: shows first what would happen, with the problem of each row. */
export default function ImportPhrases({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const describeError = useErrorText()
  useFocusBack()
  const { isSending, send } = useImportPhrases()
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<ImportedPhrases>()
  const [done, setDone] = useState<ImportedPhrases>()
  const [problem, setProblem] = useState<string>()

  async function run(chosen: File, isDryRun: boolean): Promise<void> {
    setProblem(undefined)
    const answer = await send(chosen, isDryRun)
    if ('error' in answer) {
      const { code, message } = answer.error
      setPreview(undefined)
      return setProblem(code === 'phrase_file_refused' ? message : describeError(answer.error))
    }
    if (isDryRun) setPreview(answer.data)
    else setDone(answer.data)
  }
  const count = preview ? preview.added + preview.changed : 0
  return (
    <Dialog opened onClose={onClose} title={t`Import phrases`} size={560} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack gap="md">
        {!done && (
          <Text size="sm" c="dimmed">
            <Trans>
              A CSV file or Excel workbook with a column for each language, such as “English (en)” and “Spanish (es)”.
              Export your phrases to get such a file. Nothing is removed, and imported texts have to be reviewed.
            </Trans>
          </Text>
        )}
        {file && <bdi>{file.name}</bdi>}
        {problem && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {problem}
          </Text>
        )}
        <div role="status">
          {done ? <Outcome result={done} isDone /> : preview && <Outcome result={preview} isDone={false} />}
        </div>
        <Group justify="flex-end" gap="xs">
          {done ? (
            <Button onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          ) : (
            <>
              <FileButton
                accept=".csv,.xlsx,.txt"
                onChange={(chosen) => {
                  if (!chosen) return
                  setFile(chosen)
                  setPreview(undefined)
                  void run(chosen, true)
                }}
              >
                {(props) => (
                  <Button {...props} variant="default" loading={isSending && !preview} data-autofocus>
                    {file ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
                  </Button>
                )}
              </FileButton>
              {file && preview && count > 0 && (
                <Button loading={isSending} onClick={() => void run(file, false)}>
                  <Plural value={count} one="Import # phrase" other="Import # phrases" />
                </Button>
              )}
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function Outcome({ result, isDone }: { result: ImportedPhrases; isDone: boolean }) {
  const { i18n, t } = useLingui()
  const { added, changed, unchanged, ignored, problems } = result
  const rows = new Set(problems.map(({ row }) => row)).size
  const columns = formatList(ignored, i18n.locale)
  return (
    <>
      <Text>
        {isDone ? (
          <Trans>
            Added: {added} · Changed: {changed} · Unchanged: {unchanged}
          </Trans>
        ) : (
          <Trans>
            To add: {added} · To change: {changed} · Unchanged: {unchanged}
          </Trans>
        )}
      </Text>
      {ignored.length > 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Columns left out: {columns}</Trans>
        </Text>
      )}
      {rows > 0 && (
        <>
          <Text mt="sm">
            <Plural
              value={rows}
              one="# row has a problem and is left out. Correct it and import the file again:"
              other="# rows have problems and are left out. Correct them and import the file again:"
            />
          </Text>
          <ul className={classes.problems} tabIndex={0} aria-label={t`Rows with problems`}>
            {problems.map(({ row, column, message }) => (
              <li key={`${row} ${column} ${message}`}>
                {column === '' ? (
                  <Trans>Row {row}:</Trans>
                ) : (
                  <Trans>
                    Row {row}, <bdi>{column}</bdi>:
                  </Trans>
                )}{' '}
                {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
