import { FORM_SET_VALUE_MAX, FORM_SETS_MAX, FORM_TEXT_AFTER_MAX } from '@crewline/contract/form-limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, MultiSelect, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { IconButton } from '../../../shared/ui/IconButton.tsx'
import { SettingsCard } from '../../../shared/ui/settings/SettingsCard.tsx'
import { useGroupValues } from '../../groups/index.ts'
import { useContactFields } from '../useContactFields.ts'
import type { CardProps } from './Builder.tsx'

/** What follows from an answer: groups, fields, a text to the person, and a notice to the team. */
export function ActionsCard({ content, onChange, language, errors, isReadOnly }: CardProps) {
  const { t } = useLingui()
  const { data: groups = [] } = useGroupValues()
  const fields = useContactFields()
  const { setFields, textAfter } = content
  const setAt = (at: number, changes: Partial<(typeof setFields)[number]>) =>
    onChange({ setFields: setFields.map((one, index) => (index === at ? { ...one, ...changes } : one)) })
  const free = fields.find(({ value }) => !setFields.some(({ field }) => field === value))
  return (
    <SettingsCard id="actions" title={t`After an answer`}>
      <Stack gap="md">
        {!content.anonymous && (
          <>
            <MultiSelect
              label={t`Add to groups`}
              description={t`Only people who answer through a personal link or by text.`}
              data={groups
                .filter(({ id, type }) => type === 'static' || content.groupIds.includes(id))
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={content.groupIds}
              error={errors['groupIds']}
              readOnly={isReadOnly}
              searchable
              nothingFoundMessage={t`No groups match`}
              onChange={(groupIds) => onChange({ groupIds })}
            />
            <Fieldset legend={t`Set fields of the contact`} variant="unstyled" disabled={isReadOnly}>
              <Stack gap="xs">
                {setFields.map(({ field, value }, at) => {
                  const number = at + 1
                  return (
                    <Group key={field} gap="xs" align="flex-start" wrap="nowrap" grow preventGrowOverflow={false}>
                      <Select
                        aria-label={t`Field ${number}`}
                        data={fields.filter(
                          (one) => one.value === field || !setFields.some((set) => set.field === one.value),
                        )}
                        value={field}
                        allowDeselect={false}
                        error={errors[`setFields.${at}`]}
                        onChange={(next) => next !== null && setAt(at, { field: next })}
                      />
                      <TextInput
                        aria-label={t`Value of field ${number}`}
                        value={value}
                        required
                        maxLength={FORM_SET_VALUE_MAX}
                        onChange={(event) => setAt(at, { value: event.currentTarget.value })}
                      />
                      {!isReadOnly && (
                        <IconButton
                          aria-label={t`Remove field ${number}`}
                          style={{ flexGrow: 0 }}
                          onClick={() => onChange({ setFields: setFields.filter((one) => one.field !== field) })}
                        >
                          <IconX size={16} stroke={1.75} />
                        </IconButton>
                      )}
                    </Group>
                  )
                })}
                {!isReadOnly && (
                  <div>
                    <Button
                      variant="subtle"
                      size="xs"
                      disabled={!free || setFields.length >= FORM_SETS_MAX}
                      leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
                      onClick={() =>
                        free &&
                        onChange({
                          setFields: [...setFields, { field: free.value, value: '' }],
                        })
                      }
                    >
                      <Trans>Add a field</Trans>
                    </Button>
                  </div>
                )}
              </Stack>
            </Fieldset>
            <Textarea
              label={t`Text to the person`}
              description={t`Sent to people who answer through a personal link. Leave it empty for none.`}
              value={textAfter[language] ?? ''}
              error={errors['textAfter']}
              readOnly={isReadOnly}
              maxLength={FORM_TEXT_AFTER_MAX}
              autosize
              minRows={2}
              lang={language}
              dir="auto"
              onChange={(event) => onChange({ textAfter: { ...textAfter, [language]: event.currentTarget.value } })}
            />
          </>
        )}
        <Switch
          label={t`Notify the team of each answer`}
          checked={content.notify}
          disabled={isReadOnly}
          onChange={(event) => onChange({ notify: event.currentTarget.checked })}
        />
      </Stack>
    </SettingsCard>
  )
}
