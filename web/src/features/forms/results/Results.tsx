import { FORM_ANONYMOUS_MIN } from '@crewline/contract/form-limits'
import { formatNumber } from '@crewline/contract/formats'
import type { Form } from '@crewline/contract/forms'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, SegmentedControl, Skeleton } from '@mantine/core'
import { IconClipboardList, IconDownload } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { call } from '../../../shared/api/from-contract.ts'
import { useCan } from '../../../shared/lib/session/select.ts'
import { StatePanel } from '../../../shared/ui/feedback/StatePanel.tsx'
import { fileNameOf, useSaveFile } from '../../../shared/ui/toast/useSaveFile.ts'
import { useFormMissingQuery, useFormSummaryQuery } from '../api.ts'
import classes from '../Forms.module.css'
import { useTextForm } from '../useTextForm.ts'
import { Missing } from './Missing.tsx'
import { Responses } from './Responses.tsx'
import { SummaryCards } from './SummaryCards.tsx'

type View = 'summary' | 'list' | 'missing'
const VIEWS: readonly View[] = ['summary', 'list', 'missing']

/** The answers of a form: as charts, as a list, and who has not answered. */
export default function Results({ form }: { form: Form }) {
  const { t, i18n } = useLingui()
  const canExport = useCan('contacts.export')
  const canText = useCan('broadcasts.draft')
  const [params, setParams] = useSearchParams()
  const asked = VIEWS.find((candidate) => candidate === params.get('view')) ?? 'summary'
  // Anonymous answers are never shown one by one.
  const view = asked === 'list' && form.anonymous ? 'summary' : asked
  const query = useFormSummaryQuery(form.id, { refetchOnMountOrArgChange: true })
  const { data: missing } = useFormMissingQuery(form.id, { refetchOnMountOrArgChange: true })
  const { isSaving, save } = useSaveFile()
  const { isBusy: isStarting, text } = useTextForm(form)
  const summary = query.data
  if (query.isError && !summary) return <StatePanel kind="error" onRetry={() => void query.refetch()} />
  if (!summary) return <Skeleton height={320} mt="md" />
  const { responses, shown, texted } = summary
  if (responses === 0 && texted === 0)
    return (
      <StatePanel
        kind="firstUse"
        icon={IconClipboardList}
        title={t`No answers yet`}
        text={t`Text the form or share its link. Answers appear here as soon as they arrive.`}
      />
    )
  const answered = texted - summary.missing
  const exportAs = (format: 'csv' | 'xlsx' | 'zip') =>
    void save(
      call('exportForm', { params: { id: form.id }, body: { format } }),
      fileNameOf(form.name, t({ message: 'Form', context: 'file name' }), format),
    )
  const hasFiles = !form.anonymous && summary.questions.some(({ type }) => type === 'file' || type === 'signature')
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.counts}>
          <strong>
            <Plural value={responses} one="# answer" other="# answers" />
          </strong>
          {texted > 0 && (
            <span className={classes.quiet}>
              <Trans>
                {formatNumber(answered, i18n.locale)} of {formatNumber(texted, i18n.locale)} people answered
              </Trans>
            </span>
          )}
          {canText && form.status === 'open' && missing !== undefined && missing.length > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={isStarting}
              onClick={() =>
                void text(
                  'reminder',
                  missing.map(({ contactId }) => contactId),
                )
              }
            >
              <Trans>Remind {formatNumber(missing.length, i18n.locale)}</Trans>
            </Button>
          )}
        </div>
        {canExport && shown > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="default"
                loading={isSaving}
                leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              >
                <Trans>Export</Trans>
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => exportAs('xlsx')}>Excel (XLSX)</Menu.Item>
              <Menu.Item onClick={() => exportAs('csv')}>CSV</Menu.Item>
              {hasFiles && (
                <Menu.Item onClick={() => exportAs('zip')}>
                  <Trans>CSV with files (ZIP)</Trans>
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <SegmentedControl
        mt="md"
        mb={view === 'summary' || form.anonymous ? 0 : 'md'}
        aria-label={t`View`}
        value={view}
        onChange={(next) => setParams(next === 'summary' ? {} : { view: next }, { replace: true })}
        data={[
          { value: 'summary', label: t`Summary` },
          ...(form.anonymous ? [] : [{ value: 'list', label: t`One by one` }]),
          { value: 'missing', label: t`Not answered` },
        ]}
      />
      {form.anonymous && (
        <p className={`${classes.quiet} ${classes.note}`}>
          <Trans>
            Anonymous answers appear {FORM_ANONYMOUS_MIN} at a time, so that no one can tell whose they are. Shown:{' '}
            {formatNumber(shown, i18n.locale)}.
          </Trans>
        </p>
      )}
      {view === 'summary' && <SummaryCards form={form} summary={summary} />}
      {view === 'list' && !form.anonymous && <Responses form={form} summary={summary} />}
      {view === 'missing' && <Missing people={missing} texted={texted} />}
    </>
  )
}
