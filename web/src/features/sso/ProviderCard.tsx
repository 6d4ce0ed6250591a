import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { SubmitButton } from '../../shared/ui/form/SubmitButton.tsx'
import { SettingsCard } from '../../shared/ui/settings/SettingsCard.tsx'
import { CopyText } from '../../shared/ui/text/CopyText.tsx'
import { RelativeTime } from '../../shared/ui/text/RelativeTime.tsx'
import { useEditSsoMutation, type SsoSettings } from './api.ts'
import classes from './Sso.module.css'
import { useSaving } from './useSaving.ts'

type Protocol = 'oidc' | 'saml'

/** The identity provider: its protocol, what to enter there, and what to enter here. */
export function ProviderCard({ sso }: { sso: SsoSettings }) {
  const { t } = useLingui()
  const [protocol, setProtocol] = useState<Protocol>(sso.protocol ?? 'oidc')
  const [groupsClaim, setGroupsClaim] = useState(sso.groupsClaim)
  const [oidc, setOidc] = useState({ issuer: sso.oidc.issuer, clientId: sso.oidc.clientId, clientSecret: '' })
  const [metadata, setMetadata] = useState('')
  const [saml, setSaml] = useState({
    issuer: sso.saml.issuer,
    entryPoint: sso.saml.entryPoint,
    certificate: sso.saml.certificates.map(({ pem }) => pem).join('\n'),
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [edit, { isLoading }] = useEditSsoMutation()
  const { save, dialog } = useSaving()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { clientSecret, ...client } = oidc
    const provider =
      protocol === 'oidc'
        ? { oidc: { ...client, ...(clientSecret !== '' && { clientSecret }) } }
        : { saml: metadata.trim() !== '' ? { metadata } : samlFields(saml) }
    const refused = await save(
      () => edit({ protocol, ...provider, groupsClaim: groupsClaim.trim() || 'groups' }),
      t`Now run a test login.`,
    )
    setErrors(refused ?? {})
    if (refused) return
    setOidc({ ...oidc, clientSecret: '' })
    setMetadata('')
  }

  return (
    <SettingsCard
      id="sso-provider"
      title={t`Identity provider`}
      text={t`Where your company's people log in, such as Okta, Microsoft Entra ID or Google.`}
    >
      {dialog}
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <SegmentedControl
          aria-label={t`Protocol`}
          value={protocol}
          onChange={setProtocol}
          data={[
            { value: 'oidc', label: <span translate="no">OpenID Connect</span> },
            { value: 'saml', label: <span translate="no">SAML 2.0</span> },
          ]}
        />
        <Values protocol={protocol} values={sso.values} />
        {protocol === 'oidc' ? (
          <>
            <TextInput
              label={t`Issuer`}
              description={t`The address of the identity provider, such as https://company.okta.com.`}
              value={oidc.issuer}
              onChange={(event) => setOidc({ ...oidc, issuer: event.currentTarget.value })}
              error={errors['oidc.issuer']}
              dir="ltr"
            />
            <TextInput
              label={t`Client ID`}
              value={oidc.clientId}
              onChange={(event) => setOidc({ ...oidc, clientId: event.currentTarget.value })}
              error={errors['oidc.clientId']}
              dir="ltr"
            />
            <PasswordInput
              visibilityToggleButtonProps={{ 'aria-label': t`Show or hide secret`, tabIndex: 0 }}
              label={t`Client secret`}
              description={sso.oidc.hasSecret ? t`Saved. Enter another one only to replace it.` : undefined}
              value={oidc.clientSecret}
              onChange={(event) => setOidc({ ...oidc, clientSecret: event.currentTarget.value })}
              error={errors['oidc.clientSecret']}
              autoComplete="off"
              dir="ltr"
            />
          </>
        ) : (
          <>
            <Textarea
              label={t`Metadata of the identity provider`}
              description={t`Paste the XML document. It replaces the fields below.`}
              value={metadata}
              onChange={(event) => setMetadata(event.currentTarget.value)}
              error={errors['saml.metadata']}
              minRows={3}
              autosize
              maxRows={8}
              spellCheck={false}
              dir="ltr"
            />
            <TextInput
              label={t`Entity ID of the identity provider`}
              value={saml.issuer}
              onChange={(event) => setSaml({ ...saml, issuer: event.currentTarget.value })}
              error={errors['saml.issuer']}
              dir="ltr"
            />
            <TextInput
              label={t`Login address`}
              value={saml.entryPoint}
              onChange={(event) => setSaml({ ...saml, entryPoint: event.currentTarget.value })}
              error={errors['saml.entryPoint']}
              dir="ltr"
            />
            <Textarea
              label={t`Signing certificates`}
              value={saml.certificate}
              onChange={(event) => setSaml({ ...saml, certificate: event.currentTarget.value })}
              error={errors['saml.certificates']}
              minRows={3}
              autosize
              maxRows={8}
              spellCheck={false}
              dir="ltr"
            />
            <Certificates certificates={sso.saml.certificates} />
          </>
        )}
        <TextInput
          label={t`Claim with the groups`}
          description={t`Only needed for roles by group.`}
          value={groupsClaim}
          onChange={(event) => setGroupsClaim(event.currentTarget.value)}
          error={errors['groupsClaim']}
          dir="ltr"
        />
        <div className={classes.buttons}>
          <SubmitButton isSending={isLoading}>
            <Trans>Save identity provider</Trans>
          </SubmitButton>
        </div>
      </form>
    </SettingsCard>
  )
}

/** Splits the field with certificates; what is empty is left to the server to ask for. */
function samlFields({ issuer, entryPoint, certificate }: { issuer: string; entryPoint: string; certificate: string }) {
  const certificates = certificate
    .split(/(?<=-----END CERTIFICATE-----)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return { issuer, ...(entryPoint.trim() !== '' && { entryPoint: entryPoint.trim() }), certificates }
}

function Values({ protocol, values }: { protocol: Protocol; values: SsoSettings['values'] }) {
  const { t } = useLingui()
  const shown =
    protocol === 'oidc'
      ? [
          { name: t`Redirect URI`, value: values.redirectUri },
          { name: t`Login address for your app list`, value: values.loginUrl },
        ]
      : [
          { name: t`ACS URL`, value: values.acsUrl },
          { name: t`Entity ID`, value: values.entityId },
          { name: t`Metadata`, value: `${values.entityId}/metadata` },
          { name: t`Login address for your app list`, value: values.loginUrl },
        ]
  return (
    <dl className={classes.values}>
      {shown.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <CopyText text={value} label={name} atStart />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Certificates({ certificates }: { certificates: SsoSettings['saml']['certificates'] }) {
  if (certificates.length === 0) return null
  return (
    <ul className={classes.plain}>
      {certificates.map(({ pem, subject, expiresAt, isExpired }) => (
        <li key={pem} className={isExpired ? (classes.problem ?? '') : ''}>
          <bdi>{subject}</bdi>
          {' · '}
          {isExpired ? (
            <Trans>
              Expired <RelativeTime at={expiresAt} />
            </Trans>
          ) : (
            <Trans>
              Expires <RelativeTime at={expiresAt} />
            </Trans>
          )}
        </li>
      ))}
    </ul>
  )
}
