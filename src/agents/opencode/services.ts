/** The keys opencode knows, and which service each is for. */
export const services: Readonly<Record<string, string>> = {
  ANTHROPIC_API_KEY: 'api.anthropic.com',
  OPENAI_API_KEY: 'api.openai.com',
  OPENROUTER_API_KEY: 'openrouter.ai',
  AI_GATEWAY_API_KEY: 'ai-gateway.vercel.sh',
  GEMINI_API_KEY: 'generativelanguage.googleapis.com',
  GOOGLE_GENERATIVE_AI_API_KEY: 'generativelanguage.googleapis.com',
  GROQ_API_KEY: 'api.groq.com',
  MISTRAL_API_KEY: 'api.mistral.ai',
  DEEPSEEK_API_KEY: 'api.deepseek.com',
  XAI_API_KEY: 'api.x.ai',
  OPENCODE_API_KEY: 'opencode.ai',
};
