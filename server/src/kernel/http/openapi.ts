import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import { failing, failuresOf, takesIdempotencyKey, type AnyEndpoint } from '@crewline/contract/endpoint'
import { IDEMPOTENCY_KEY_MAX } from '@crewline/contract/idempotency'
import { WebhookBody, webhookData } from '@crewline/contract/webhooks'
import { z } from 'zod'
import type { Served } from './serve.ts'

/** Raw bytes, as OpenAPI 3.1 describes them. */
const FILE = { schema: { type: 'string', contentMediaType: 'application/octet-stream' } }

/** Builds the OpenAPI 3.1 document of every served endpoint, from the contract alone. */
export function openApiOf(served: readonly Served[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, endpoint } of [...served].sort((a, b) => (a.endpoint.path < b.endpoint.path ? -1 : 1))) {
    const path = (paths[`/api${endpoint.path}`] ??= {})
    path[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crewline API',
      version,
      description:
        'Every response is `{status, …}`. 403 always means that the session has ended; 401 `past_due` that the account is past due.',
    },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key from Settings, API and webhooks, or the token of a session.',
        },
      },
      schemas: { Failure: schemaOf(failing, 'output') },
    },
    paths,
    webhooks: Object.fromEntries(Object.entries(webhookData).map(([type, data]) => [type, webhook(type, data)])),
  }
}

function operation(name: string, endpoint: AnyEndpoint): object {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(takesIdempotencyKey(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.session === 'none' ? {} : { security: [{ bearer: [] }] }),
    'x-permission': endpoint.can ?? null,
    'x-past-due': endpoint.pastDue,
    'x-plan': endpoint.plan,
    'x-api-keys': endpoint.session === 'none' ? 'ignored' : endpoint.apiKeys,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(endpoint),
    responses: { '200': successOf(endpoint), ...refusalsOf(endpoint) },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    maxLength: IDEMPOTENCY_KEY_MAX,
    description: 'A repeat with the same key and body gets the first response for 24 hours.',
  },
}

/** One kind of event that is posted to the address of a customer. */
function webhook(type: string, data: z.ZodType): object {
  const body = WebhookBody.extend({ type: z.literal(type), data })
  return {
    post: {
      operationId: `on-${type}`,
      summary: `Sent for the event \`${type}\`.`,
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output') } } },
      responses: { '2XX': { description: 'Taken. Anything else is tried again.' } },
    },
  }
}

function requestBodyOf(endpoint: AnyEndpoint): object {
  if (endpoint.takes === 'bytes')
    return { requestBody: { required: true, content: { 'application/octet-stream': FILE } } }
  if (endpoint.body.def.type === 'undefined') return {}
  return {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
  }
}

function successOf(endpoint: AnyEndpoint): object {
  if (endpoint.answers === 'file')
    return { description: 'The file; its type and name are in the headers.', content: { '*/*': FILE } }
  return { description: 'OK', content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } } }
}

/** One response for each status, with the codes of the call that have it. */
function refusalsOf(endpoint: AnyEndpoint): Record<string, object> {
  const codesByStatus = Map.groupBy(failuresOf(endpoint), (code) => FAILURES[code].http)
  return Object.fromEntries([...codesByStatus].map(([http, codes]) => [String(http), refusalOf(codes)]))
}

function refusalOf(codes: readonly FailureCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${FAILURES[code].text.message}`).join('\n\n'),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Failure' }, { type: 'object', properties: { code: { enum: codes } } }],
        },
      },
    },
  }
}

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): object[] {
  const shape = (schema as { shape?: Record<string, z.ZodType> }).shape ?? {}
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !field.safeParse(undefined).success,
    schema: schemaOf(field, 'input'),
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
