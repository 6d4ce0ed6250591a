import { FORM_RESPONSES_MAX } from '@crewline/contract/form-limits'
import { useLingui } from '@lingui/react/macro'
import { NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { localTime, momentOf } from '../form-rules.ts'
import type { CardProps } from './Builder.tsx'

/** Who may answer, how and until when, and what stays hidden. */
export function RulesCard({
  content,
  onChange,
  errors,
  isReadOnly,
  isPublished,
}: CardProps & { isPublished: boolean }) {
  const { t } = useLingui()
  return (
    <SettingsCard id="rules" title={t`Settings`}>
      <Stack gap="md">
        <Radio.Group
          label={t`Who can answer`}
          value={content.access}
          error={errors['access']}
          readOnly={isReadOnly}
          onChange={(access) => onChange({ access: access === 'invited' ? 'invited' : 'anyone' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="anyone" label={t`Everyone who has the link or scans the code`} />
            <Radio value="invited" label={t`Only people you text the form to`} />
          </Stack>
        </Radio.Group>
        <Switch
          label={t`Ask for a code by text`}
          description={t`People enter a code from their phone before they see the form. A forwarded link then opens nothing. Not asked on a shared tablet.`}
          checked={content.askCode}
          disabled={isReadOnly}
          onChange={(event) => onChange({ askCode: event.currentTarget.checked })}
        />
        <Switch
          label={t`One answer per person`}
          description={
            content.askCode
              ? t`Applies to personal links and, because of the code, to the public link.`
              : t`Applies to personal links and to polls in news. On the public link it needs a code by text.`
          }
          checked={content.oncePerPerson}
          disabled={isReadOnly}
          onChange={(event) => onChange({ oncePerPerson: event.currentTarget.checked })}
        />
        <Switch
          label={t`Anonymous`}
          description={
            isPublished
              ? t`This can’t change after the form was published. Duplicate the form instead.`
              : t`No one can find out who gave an answer, not even in the database. Answers appear five at a time.`
          }
          checked={content.anonymous}
          error={errors['anonymous']}
          disabled={isReadOnly || isPublished}
          onChange={(event) => onChange({ anonymous: event.currentTarget.checked })}
        />
        <TextInput
          type="datetime-local"
          label={t`Closes on`}
          description={t`In the time zone of this device. Leave it empty to close the form yourself.`}
          value={localTime(content.closesAt)}
          error={errors['closesAt']}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ closesAt: momentOf(event.currentTarget.value) })}
        />
        <NumberInput
          label={t`Largest number of answers`}
          description={t`The form closes with the last one. Leave it empty for no limit.`}
          value={content.maxResponses ?? ''}
          min={1}
          max={FORM_RESPONSES_MAX}
          allowDecimal={false}
          hideControls
          error={errors['maxResponses']}
          readOnly={isReadOnly}
          onChange={(value) => onChange({ maxResponses: typeof value === 'number' && value >= 1 ? value : null })}
        />
        <Switch
          label={t`Answers by text`}
          description={t`A text with the form also offers to answer right there, question by question. No internet needed.`}
          checked={content.byText}
          error={errors['byText']}
          disabled={isReadOnly}
          onChange={(event) => onChange({ byText: event.currentTarget.checked })}
        />
      </Stack>
    </SettingsCard>
  )
}
