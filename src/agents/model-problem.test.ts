import { describe, expect, test } from 'vitest';
import { modelProblem } from './model-problem.ts';

describe('a request to the model that failed', () => {
  test.each([
    ['unexpected status 401 Unauthorized: Incorrect API key provided', undefined, 'auth'],
    ['Missing environment variable: `X`.', undefined, 'auth'],
    ['Quota exceeded. Check your plan and billing details.', undefined, 'auth'],
    ['You exceeded your current quota', 429, 'auth'],
    ['slow down', 429, 'quota'],
    ['exceeded retry limit, last status: 429 Too Many Requests', undefined, 'quota'],
    ['You’ve hit your usage limit.', undefined, 'quota'],
    ['no', 401, 'auth'],
    ['no', 402, 'auth'],
    ['no', 403, 'auth'],
    ['no', 408, 'network'],
    ['no', 413, 'prompt-too-long'],
    ['no', 529, 'overloaded'],
    ['maximum context length is 8192 tokens', 400, 'prompt-too-long'],
    ['The model `x` does not exist', 404, 'agent-missing'],
    ['unexpected status 503 Service Unavailable', undefined, 'overloaded'],
    ['Selected model is at capacity.', undefined, 'overloaded'],
    ['stream disconnected before completion', undefined, 'network'],
    ['Connection failed: error sending request', undefined, 'network'],
    ['what nobody has seen before', undefined, 'agent-failed'],
  ])('with "%s" and status %s is %s', (text, status, reason) => {
    expect(modelProblem(text, 0, status).reason).toBe(reason);
  });

  test('says when a quota comes back, and only a quota does', () => {
    expect(modelProblem('rate limit: try again in 5s', 1_000).resetsAt).toBe(6_000);
    expect(modelProblem('overloaded: try again in 5s', 1_000).resetsAt).toBeUndefined();
  });

  test('is told in a sentence with the message of the service, not its whole body', () => {
    const body = JSON.stringify({ error: { code: 'context_length_exceeded', message: 'Too long by 7.' } });
    expect(modelProblem(body, 0)).toEqual({
      reason: 'prompt-too-long',
      sentence: 'The prompt is too long for the model: Too long by 7.',
    });
    expect(modelProblem(`x${'😀'.repeat(1_000)}`, 0).sentence.isWellFormed()).toBe(true);
  });
});
