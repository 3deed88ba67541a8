// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../Example.ts"

export const authorization: Readonly<Record<string, Examples>> = {
  "authorization.page": {
    success: {
      path: "/demo/users/authorization",
      query: {
        response_type: "code",
        client_id: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        redirect_uri: "https://shop.example/return",
        scope: "profile email",
        state: "af0ifjsldkj",
        code_challenge: "UjAMZI17876ZZ2N5cfLfchD8IHNV78PP_dhjJMyXLyA",
        code_challenge_method: "S256"
      },
      status: 200,
      body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Sign in to continue to Corner Shop</title>\n<style>/* left out here */</style>\n</head>\n<body>\n<main>\n<h1>Sign in to continue to Corner Shop</h1>\n<p><strong>Corner Shop Ltd</strong> asks to link your account, and to see:</p>\n<ul>\n<li>your tag, phone number, country code, date of birth and when you joined</li>\n<li>your e-mail address, and whether you have confirmed it</li>\n</ul>\n<form method="post" action="authorization">\n<input type="hidden" name="response_type" value="code">\n<input type="hidden" name="client_id" value="1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c">\n<input type="hidden" name="redirect_uri" value="https://shop.example/return">\n<input type="hidden" name="scope" value="profile email">\n<input type="hidden" name="state" value="af0ifjsldkj">\n<input type="hidden" name="code_challenge" value="UjAMZI17876ZZ2N5cfLfchD8IHNV78PP_dhjJMyXLyA">\n<input type="hidden" name="code_challenge_method" value="S256">\n<input type="hidden" name="csrf" value="FX5ctg_Hh4Vn_f4TtEDaTrX_LHxAR2AlUd6A3W4hOLM">\n<label for="tag">Tag or e-mail address</label>\n<input id="tag" name="tag" value="" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required>\n<label for="password">Password</label>\n<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required>\n<button name="decision" value="allow">Sign in and allow</button>\n<button name="decision" value="deny" class="quiet" formnovalidate>Cancel</button>\n</form>\n<p class="soft">You go back to <strong>shop.example</strong> either way. Your password stays here.</p>\n</main>\n</body>\n</html>\n'
    },
    failure: {
      path: "/demo/users/authorization",
      query: {
        client_id: "unknown"
      },
      status: 400,
      body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>This link cannot be used</title>\n<style>/* left out here */</style>\n</head>\n<body>\n<main>\n<h1>This link cannot be used</h1>\n<p>The application that sent you here is not known. Nothing was shared.</p>\n</main>\n</body>\n</html>\n'
    }
  },
  "authorization.submit": {
    success: {
      path: "/demo/users/authorization",
      request: {
        response_type: "code",
        client_id: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        redirect_uri: "https://shop.example/return",
        scope: "profile email",
        state: "af0ifjsldkj",
        code_challenge: "UjAMZI17876ZZ2N5cfLfchD8IHNV78PP_dhjJMyXLyA",
        code_challenge_method: "S256",
        csrf: "FX5ctg_Hh4Vn_f4TtEDaTrX_LHxAR2AlUd6A3W4hOLM",
        tag: "ada",
        password: "correct horse",
        decision: "allow"
      },
      status: 303,
      location:
        "https://shop.example/return?code=ZwFoLjEOBb8dwdpWAq58NJcJ8hyf4pepyAoyHMT9aAY&state=af0ifjsldkj&iss=https%3A%2F%2Frewards.example%2Fapi%2Fv1%2Fdemo"
    },
    failure: {
      path: "/demo/users/authorization",
      request: {
        response_type: "code",
        client_id: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        redirect_uri: "https://shop.example/return",
        scope: "profile email",
        state: "af0ifjsldkj",
        code_challenge: "UjAMZI17876ZZ2N5cfLfchD8IHNV78PP_dhjJMyXLyA",
        code_challenge_method: "S256",
        csrf: "FX5ctg_Hh4Vn_f4TtEDaTrX_LHxAR2AlUd6A3W4hOLM",
        tag: "ada",
        password: "correct horse",
        decision: "allow"
      },
      status: 403,
      body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>This form has expired</title>\n<style>/* left out here */</style>\n</head>\n<body>\n<main>\n<h1>This form has expired</h1>\n<p>Go back to the application and sign in from there again. Nothing was shared.</p>\n</main>\n</body>\n</html>\n'
    }
  },
  "authorization.code": {
    success: {
      path: "/demo/users/authorization/authorization-code",
      query: {
        scope: "profile email fullname"
      },
      request: {
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        tag: "ada",
        password: "correct horse",
        codeChallenge: "UjAMZI17876ZZ2N5cfLfchD8IHNV78PP_dhjJMyXLyA",
        codeChallengeMethod: "S256"
      },
      status: 200,
      body: {
        status: "success",
        message: "Authorization code created successfully",
        data: {
          redirectUrl:
            "https://shop.example/return?code=_yvI1YJDTBUzmWxn_dY_vfOElXea8H9baKwHQYTB9SU&iss=https%3A%2F%2Frewards.example%2Fapi%2Fv1%2Fdemo"
        }
      }
    },
    failure: {
      path: "/demo/users/authorization/authorization-code",
      query: {
        scope: "profile email fullname"
      },
      request: {
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        tag: "ada",
        password: "wrong horse",
        codeChallenge: "UjAMZI17876ZZ2N5cfLfchD8IHNV78PP_dhjJMyXLyA",
        codeChallengeMethod: "S256"
      },
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "tag or password is wrong"
        }
      }
    }
  },
  "authorization.token": {
    success: {
      path: "/demo/users/authorization/token",
      request: {
        grantType: "authorization_code",
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        code: "_yvI1YJDTBUzmWxn_dY_vfOElXea8H9baKwHQYTB9SU",
        codeVerifier: "CFICEpKHtTsyTdyB9Zqhmrt6stuiVaI2HloR18rIv9g"
      },
      status: 200,
      body: {
        status: "success",
        message: "Tokens issued successfully",
        data: {
          accessToken: "mwD9Jl0S393aITkYZuNcXwGBIU-kGAUheqvmsL7QEJw",
          tokenType: "Bearer",
          expiresIn: 14400,
          refreshToken: "Wyjin7Xv0uxXjINx3sYnEGSe3mFXc2G8Kxa8t17qMPg",
          scope: "profile email fullname"
        }
      }
    },
    failure: {
      path: "/demo/users/authorization/token",
      request: {
        grantType: "authorization_code",
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        code: "_yvI1YJDTBUzmWxn_dY_vfOElXea8H9baKwHQYTB9SU",
        codeVerifier: "CFICEpKHtTsyTdyB9Zqhmrt6stuiVaI2HloR18rIv9g"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "invalid_grant",
          error: "the code was used before: all tokens of its grant have ended"
        }
      }
    }
  },
  "authorization.me": {
    success: {
      path: "/demo/users/me",
      status: 200,
      body: {
        status: "success",
        message: "User returned successfully",
        data: {
          id: "019cadc7-fa10-7000-a6ce-af6a8054f453",
          userId: "019cadc7-fa10-7000-a6ce-af6a8054f453",
          scope: "profile email fullname",
          tag: "ada",
          phone: "08012345678",
          countryCode: "+234",
          isAdult: true,
          dateOfBirth: "1990-12-31",
          avatar: null,
          gender: null,
          dateJoined: "2026-03-02T09:01:30.000Z",
          email: "ada@example.org",
          emailVerified: true,
          fullname: "ada lovelace"
        }
      }
    },
    failure: {
      path: "/demo/users/me",
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "the access token is missing, expired, revoked or unknown: log in"
        }
      }
    }
  },
  "authorization.revoke": {
    success: {
      path: "/demo/users/authorization/revoke",
      request: {
        clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
        token: "Wyjin7Xv0uxXjINx3sYnEGSe3mFXc2G8Kxa8t17qMPg"
      },
      status: 200,
      body: {
        status: "success",
        message: "Token revoked successfully",
        data: {}
      }
    },
    failure: {
      path: "/demo/users/authorization/revoke",
      request: {
        clientId: "unknown",
        token: "Wyjin7Xv0uxXjINx3sYnEGSe3mFXc2G8Kxa8t17qMPg"
      },
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "invalid_client",
          error: "the client is unknown: use the clientId that onboarding returned, in its own ecosystem"
        }
      }
    }
  },
  "authorization.metadata": {
    success: {
      path: "/.well-known/oauth-authorization-server/api/v1/demo",
      status: 200,
      body: {
        issuer: "https://rewards.example/api/v1/demo",
        authorization_endpoint: "https://rewards.example/api/v1/demo/users/authorization",
        token_endpoint: "https://rewards.example/api/v1/demo/users/authorization/token",
        revocation_endpoint: "https://rewards.example/api/v1/demo/users/authorization/revoke",
        scopes_supported: ["profile", "email", "fullname"],
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        authorization_response_iss_parameter_supported: true
      }
    },
    failure: {
      path: "/.well-known/oauth-authorization-server/api/v1/Demo!",
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            'eco must be a lower-case word of up to 32 letters, digits and dashes that starts with a letter, got "Demo!"'
        }
      }
    }
  }
}
