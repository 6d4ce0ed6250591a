import { formText } from '@crewline/contract/form-questions'
import type { Form } from '@crewline/contract/forms'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import { useCan } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { RecordDrawer } from '../../../shared/ui/overlay/RecordDrawer.tsx'
import { DataTable } from '../../../shared/ui/table/DataTable.tsx'
import { FilterChip } from '../../../shared/ui/table/FilterChip.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import { useFormResponsesInfiniteQuery, type Response, type Summary } from '../api.ts'
import classes from '../Forms.module.css'
import { startLanguage, useFormNames } from '../useFormNames.ts'
import { AnswerFiles } from './AnswerFiles.tsx'
import { DeleteResponse } from './DeleteResponse.tsx'
import { useAnswerText } from './useAnswerText.ts'
import { useResponseColumns } from './useResponseColumns.tsx'

/** The responses as a table; each opens with all its answers, and J and K move on. */
export function Responses({ form, summary }: { form: Form; summary: Summary }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const canDelete = useCan('replies.manage')
  const names = useFormNames()
  const nameOf = useAnswerText()
  const language = startLanguage(i18n.locale)
  const [params, setParams] = useSearchParams()
  const filter = { question: params.get('question') ?? undefined, choice: params.get('choice') ?? undefined }
  const query = useFormResponsesInfiniteQuery({ id: form.id, ...filter }, { refetchOnMountOrArgChange: true })
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const { questions } = summary
  const at = rows.findIndex(({ id }) => id === params.get('response'))
  const shown = rows[at]
  const whoOf = (row: Response) => row.name || t`Unknown person`
  const set = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        for (const [key, value] of Object.entries(changes))
          if (value === null) before.delete(key)
          else before.set(key, value)
        return before
      },
      { replace: true },
    )
  const open = (row: Response | undefined) => set({ response: row?.id ?? null })
  const columns = useResponseColumns(questions)
  const filtered = questions.find(({ id }) => id === filter.question)
  if (query.isError && rows.length === 0) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  return (
    <>
      {filtered && filter.choice !== undefined && (
        <div className={classes.bar}>
          <FilterChip
            label={`${formText(filtered.label, language)} ${nameOf(filtered, filter.choice)}`}
            onRemove={() => set({ question: null, choice: null })}
          />
        </div>
      )}
      <DataTable
        label={t`Answers`}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={whoOf}
        onOpen={open}
        {...(shown ? { activeKey: shown.id } : {})}
        isLoading={query.data === undefined}
        empty={<StatePanel kind="firstUse" title={t`No answers`} text={t`Answers that match appear here.`} />}
      />
      {query.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
      <RecordDrawer
        isOpen={shown !== undefined}
        onClose={() => open(undefined)}
        title={shown ? <bdi>{whoOf(shown)}</bdi> : ''}
        {...(at > 0 ? { onPrevious: () => open(rows[at - 1]) } : {})}
        {...(at >= 0 && at < rows.length - 1 ? { onNext: () => open(rows[at + 1]) } : {})}
        footer={
          shown && (canDelete || shown.contactId !== null) ? (
            <>
              {canDelete && (
                <DeleteResponse key={shown.id} form={form} response={shown} onDeleted={() => open(undefined)} />
              )}
              {shown.contactId !== null && (
                <Button
                  variant="default"
                  onClick={() => void navigate(`/dashboard/inbox?conversation=${shown.contactId}`)}
                >
                  <Trans>Open the conversation</Trans>
                </Button>
              )}
            </>
          ) : undefined
        }
      >
        {shown && (
          <>
            <p className={classes.quiet}>
              <RelativeTime at={shown.at} /> · {names.via[shown.via]}
            </p>
            <dl className={classes.answers}>
              {questions.map((question) => {
                const answer = shown.answers[question.id]
                const files = shown.files.filter(({ id }) => answer?.includes(id))
                const rest = [answer ?? []].flat().filter((one) => !files.some(({ id }) => id === one))
                return (
                  <div key={question.id}>
                    <dt dir="auto">{formText(question.label, language)}</dt>
                    <dd dir="auto" translate="no">
                      {files.length > 0 && <AnswerFiles files={files} />}
                      {answer === undefined ? '–' : rest.length > 0 && nameOf(question, rest, shown)}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </>
        )}
      </RecordDrawer>
    </>
  )
}
