SwaggerUIBundle({
  url: "/openapi.json", dom_id: "#swagger-ui", docExpansion: "none", filter: true,
  deepLinking: true, persistAuthorization: true, validatorUrl: null
});
