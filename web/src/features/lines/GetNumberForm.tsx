import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import type { Reply } from '../../shared/api/from-contract.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { FormSummary } from '../../shared/ui/form/FormSummary.tsx'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { useUnsaved } from '../../shared/ui/form/useUnsaved.ts'
import { useApiForm, type ApiRefusal } from '../../shared/ui/form/useApiForm.ts'
import { accountFrom, EMPTY_ACCOUNT, type AccountValues } from './account-values.ts'
import { AccountFields } from './AccountFields.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { useBuyLineMutation, useSearchNumbersMutation, type Line } from './api.ts'
import { numberWishFrom } from './number-wish.ts'
import classes from './Numbers.module.css'
import { useAccountRules } from './useAccountRules.ts'
import { useNumberText } from './useNumberText.ts'

interface GetNumberFormProps {
  data: Reply<'lines'>
  onBring: () => void
  onClose: () => void
}

type Offer = Reply<'searchNumbers'>['numbers'][number]

/** Finds numbers for sale by area code, city or digits, and buys the chosen one. */
export function GetNumberForm({ data: { lines, carriers }, onBring, onClose }: GetNumberFormProps) {
  const { t } = useLingui()
  const numberText = useNumberText()
  const [search, { isLoading: isSearching }] = useSearchNumbersMutation()
  const [buy] = useBuyLineMutation()
  // A user who tries the product has no carrier account yet.
  const [carrier, setCarrier] = useState<Line['carrier']>(carriers.includes('simulated') ? 'simulated' : 'twilio')
  const [offers, setOffers] = useState<Offer[]>()
  const [wish, setWish] = useState('')
  const [wishProblem, setWishProblem] = useState('')
  // The account of an earlier number is used again.
  const needsAccount = !lines.some((line) => line.carrier === carrier)
  const accountRules = useAccountRules(carrier, needsAccount)
  const accountOf = (values: AccountValues) => (needsAccount ? accountFrom(carrier, values) : {})
  const [initialValues] = useState({ phone: '', label: t`Main`, ...EMPTY_ACCOUNT })
  const [values, setValues] = useState(initialValues)
  const unsaved = useUnsaved({ wish, carrier, values })
  const { form, isSending, onSubmit, summary } = useApiForm(
    {
      initialValues,
      onValuesChange: setValues,
      validate: {
        phone: (value) => (value === '' ? t`Choose a number.` : null),
        label: (value) => (value.trim() === '' ? t`Enter a name, like Main or Night shift.` : null),
        ...accountRules,
      },
    },
    async ({ phone, label, ...account }): Promise<ApiRefusal | undefined> => {
      const { error } = await buy({ carrier, phone, label: label.trim(), ...accountOf(account) })
      if (error) return numberText.refusal(error, carrier)
      announce(t`Number added`)
      unsaved.done(onClose)
      return undefined
    },
  )

  async function find(event: FormEvent): Promise<void> {
    event.preventDefault()
    const parsed = numberWishFrom(wish)
    if (parsed === null) return setWishProblem(t`Enter an area code, a city, or 2 to 10 digits.`)
    setWishProblem('')
    const { data, error } = await search({ carrier, ...accountOf(form.getValues()), ...parsed })
    if (error) {
      const { message, fieldErrors } = numberText.refusal(error, carrier)
      return setWishProblem(message ?? Object.values(fieldErrors ?? {})[0] ?? '')
    }
    form.setFieldValue('phone', '')
    setOffers(data?.numbers)
  }

  const count = offers?.length ?? 0
  const carrierName = numberText.carriers[carrier]
  return (
    <div className={classes.form}>
      {needsAccount && <AccountFields carrier={carrier} form={form} />}
      <form className={classes.find} onSubmit={(event) => void find(event)} noValidate>
        <TextInput
          label={t`Area code or city`}
          description={t`Like 312, Dallas, or digits you want in the number`}
          value={wish}
          error={wishProblem || undefined}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setWish(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isSearching}>
          <Trans>Find numbers</Trans>
        </Button>
      </form>
      <p className={classes.found} role="status">
        {offers &&
          (count === 0 ? (
            <Trans>No numbers there. Try a nearby area code.</Trans>
          ) : (
            <Plural value={count} one="# number available" other="# numbers available" />
          ))}
      </p>
      {count > 0 && (
        <form className={classes.form} onSubmit={onSubmit} noValidate>
          <FormSummary {...summary} />
          <Radio.Group key={form.key('phone')} {...form.getInputProps('phone')} name="phone" label={t`Number`}>
            <div className={classes.offers}>
              {offers?.map(({ phone, phoneDisplay, city, region }) => (
                <Radio
                  key={phone}
                  value={phone}
                  label={<bdi dir="ltr">{phoneDisplay}</bdi>}
                  description={[city, region].filter(Boolean).join(', ') || undefined}
                />
              ))}
            </div>
          </Radio.Group>
          <TextInput
            key={form.key('label')}
            {...form.getInputProps('label')}
            name="label"
            label={t`Name`}
            description={t`Only your team sees this.`}
            maxLength={40}
            autoComplete="off"
          />
          {carrier !== 'simulated' && (
            <p className={classes.found}>
              <Trans>{carrierName} bills your account for the number each month.</Trans>
            </p>
          )}
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => unsaved.leave(onClose)}>
              <Trans>Cancel</Trans>
            </Button>
            <SubmitButton isSending={isSending}>
              <Trans>Get this number</Trans>
            </SubmitButton>
          </div>
        </form>
      )}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => unsaved.leave(onBring)}>
          <Trans>Bring your own number</Trans>
        </Button>
      </div>
      {carriers.length > 1 && (
        <AdvancedFields>
          <Select
            label={t`Carrier`}
            data={carriers.map((value) => ({ value, label: numberText.carriers[value] }))}
            value={carrier}
            allowDeselect={false}
            onChange={(value) => {
              setCarrier(value ?? 'twilio')
              setOffers(undefined)
            }}
          />
        </AdvancedFields>
      )}
      {unsaved.question}
    </div>
  )
}
