import { formText } from '@crewline/contract/form-questions'
import { formatNumber, formatPercent } from '@crewline/contract/formats'
import type { Form } from '@crewline/contract/forms'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CountLink } from '../../../shared/ui/table/CountLink.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import type { QuestionResults, Summary } from '../api.ts'
import classes from '../Forms.module.css'
import { startLanguage } from '../useFormNames.ts'
import { useAnswerText } from './useAnswerText.ts'

/** The answers to each question, as bars, a mean, or the latest texts. */
export function SummaryCards({ form, summary }: { form: Form; summary: Summary }) {
  const { i18n } = useLingui()
  const language = startLanguage(i18n.locale)
  return (
    <div className={classes.cards}>
      {summary.questions.map((question) => (
        <SettingsCard
          key={question.id}
          id={`result-${question.id}`}
          title={<QuestionTitle text={formText(question.label, language)} />}
          text={<Plural value={question.answered} one="# answer" other="# answers" />}
        >
          <QuestionCard form={form} question={question} />
        </SettingsCard>
      ))}
    </div>
  )
}

function QuestionTitle({ text }: { text: string }) {
  if (text === '') return <Trans>a question without text</Trans>
  return (
    <span dir="auto" translate="no">
      {text}
    </span>
  )
}

function QuestionCard({ form, question }: { form: Form; question: QuestionResults }) {
  const { t, i18n } = useLingui()
  const nameOf = useAnswerText()
  const { choices, average, texts, answered } = question
  if (answered === 0)
    return (
      <p className={classes.quiet}>
        <Trans>No one answered this question yet.</Trans>
      </p>
    )
  return (
    <>
      {average !== null && (
        <p className={classes.average}>
          {formatNumber(average, i18n.locale, { maximumFractionDigits: 1 })}{' '}
          <span>
            <Trans>on average</Trans>
          </span>
        </p>
      )}
      {choices.length > 0 && (
        <ul className={classes.results}>
          {choices.map(({ id, count }) => {
            const label = nameOf(question, id)
            return (
              <li key={id}>
                <bdi>{label}</bdi>
                <span className={classes.track} aria-hidden>
                  <span style={{ inlineSize: `${(count / answered) * 100}%` }} />
                </span>
                <span className={classes.number}>{formatPercent(count / answered, i18n.locale)}</span>
                <span className={classes.number}>
                  {form.anonymous ? (
                    formatNumber(count, i18n.locale)
                  ) : (
                    <CountLink
                      count={count}
                      label={t`answered ${label}`}
                      to={`/dashboard/apps/forms/${form.id}/responses?view=list&question=${question.id}&choice=${id}`}
                    />
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {texts.length > 0 && (
        // It scrolls, so that the keyboard has to reach it.
        <ul className={classes.texts} aria-label={t`Latest answers`} tabIndex={0}>
          {texts.map(({ text }, index) => (
            // Two people may write the same; the list is only ever replaced as a whole.
            <li key={index} dir="auto" translate="no">
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
