// Recorded from a scripted run of the service: `npm run openapi` writes this file.
import type { Examples } from "../Example.ts"

export const partners: Readonly<Record<string, Examples>> = {
  "partners.onboard": {
    success: {
      path: "/demo/partners",
      request: {
        applicationName: "Corner Shop",
        partnerName: "Corner Shop Ltd",
        email: "ops@shop.example",
        password: "Sesame-123",
        confirmPassword: "Sesame-123",
        redirectUrl: "https://shop.example/return",
        userDetailsUrl: "https://shop.example/users"
      },
      status: 201,
      body: {
        status: "success",
        message: "Partner details saved successfully",
        data: {
          id: "019cadc6-a250-7001-a627-038d575f6b8f",
          applicationName: "Corner Shop",
          clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
          webRedirectUrl: "",
          mobileRedirectUrl: "",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          redirectUrl: "https://shop.example/return",
          email: "ops@shop.example",
          partnerName: "Corner Shop Ltd",
          userDetailsUrl: "https://shop.example/users"
        }
      }
    },
    failure: {
      path: "/demo/partners",
      request: {
        applicationName: "Corner Shop",
        partnerName: "Corner Shop Ltd",
        confirmPassword: "sesame",
        redirectUrl: "https://shop.example/return",
        userDetailsUrl: "https://shop.example/users",
        password: "sesame"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error:
            "email is required; password must have at least 8 characters, one uppercase letter, one number, one special character"
        }
      }
    }
  },
  "partners.login": {
    success: {
      path: "/demo/partners/login",
      request: {
        email: "ops@shop.example",
        password: "Sesame-123"
      },
      status: 200,
      body: {
        status: "success",
        message: "Logged in successfully",
        data: {
          accessToken: "WYXhdSx8psrlbV0e8thBKyiwdo5x0nHcLulVpE6ZRZo",
          tokenType: "Bearer",
          expiresIn: 14400
        }
      }
    },
    failure: {
      path: "/demo/partners/login",
      request: {
        email: "ops@shop.example",
        password: "Sesame-124"
      },
      status: 401,
      body: {
        status: "failed",
        message: "Unauthorized",
        data: {
          errorType: "unauthorized",
          appErrorCode: "",
          error: "email or password is wrong"
        }
      }
    }
  },
  "partners.details": {
    success: {
      path: "/demo/partners",
      status: 200,
      body: {
        status: "success",
        message: "Partner details returned successfully",
        data: {
          id: "019cadc6-a250-7001-a627-038d575f6b8f",
          applicationName: "Corner Shop",
          clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
          webRedirectUrl: "",
          mobileRedirectUrl: "",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          redirectUrl: "https://shop.example/return",
          email: "ops@shop.example",
          partnerName: "Corner Shop Ltd",
          userDetailsUrl: "https://shop.example/users"
        }
      }
    },
    failure: {
      path: "/demo/partners",
      status: 403,
      body: {
        status: "failed",
        message: "Forbidden",
        data: {
          errorType: "forbidden",
          appErrorCode: "",
          error: "this needs the access token of a login with e-mail and password"
        }
      }
    }
  },
  "partners.update": {
    success: {
      path: "/demo/partners",
      request: {
        webRedirectUrl: "https://shop.example/web"
      },
      status: 200,
      body: {
        status: "success",
        message: "Partner details updated successfully",
        data: {
          id: "019cadc6-a250-7001-a627-038d575f6b8f",
          applicationName: "Corner Shop",
          clientId: "1294c27602ae100597149a9d31af8633e004996b08ba72568326fe1c404f9a8c",
          webRedirectUrl: "https://shop.example/web",
          mobileRedirectUrl: "",
          partnerId: "019cadc6-a250-7000-a9d4-94e02261a895",
          redirectUrl: "https://shop.example/return",
          email: "ops@shop.example",
          partnerName: "Corner Shop Ltd",
          userDetailsUrl: "https://shop.example/users"
        }
      }
    },
    failure: {
      path: "/demo/partners",
      request: {
        redirectUrl: "shop.example"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'redirectUrl must be an absolute URL, such as https://example.com/return, got "shop.example"'
        }
      }
    }
  },
  "partners.forgotPassword": {
    success: {
      path: "/demo/partners/forgot-password",
      request: {
        email: "ops@shop.example"
      },
      status: 200,
      body: {
        status: "success",
        message: "If a partner has this e-mail address, a link is on its way to it",
        data: {}
      }
    },
    failure: {
      path: "/demo/partners/forgot-password",
      request: {
        email: "ops"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "Bad request",
          error: 'email must be an e-mail address, got "ops"'
        }
      }
    }
  },
  "partners.resetForm": {
    success: {
      path: "/demo/partners/reset-password",
      query: {
        token: "U0nPyt1BB8gt3aIiMBS_hwOyz_c6ow-AT91RC015SzQ"
      },
      status: 200,
      body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Choose a new password</title>\n<style>/* left out here */</style>\n</head>\n<body>\n<main>\n<h1>Choose a new password</h1>\n<form method="post" action="reset-password">\n<input type="hidden" name="token" value="U0nPyt1BB8gt3aIiMBS_hwOyz_c6ow-AT91RC015SzQ">\n<label for="password">New password</label>\n<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="200" required aria-describedby="rule">\n<label for="confirmPassword">The same again</label>\n<input id="confirmPassword" name="confirmPassword" type="password" autocomplete="new-password" minlength="8" maxlength="200" required>\n<p class="soft" id="rule">At least 8 characters, with one uppercase letter, one number and one special character. All sessions of the account end.</p>\n<button>Save the password</button>\n</form>\n</main>\n</body>\n</html>\n'
    },
    failure: {
      path: "/demo/partners/reset-password",
      query: {
        token: "U0nPyt1BB8gt3aIiMBS_hwOyz_c6ow-AT91RC015SzQ"
      },
      status: 400,
      body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Invalid data</title>\n<style>/* left out here */</style>\n</head>\n<body>\n<main>\n<h1>Invalid data</h1>\n<p>token is unknown, has expired or was used: ask for a new link with /partners/forgot-password</p>\n</main>\n</body>\n</html>\n'
    }
  },
  "partners.resetPassword": {
    success: {
      path: "/demo/partners/reset-password",
      request: {
        token: "U0nPyt1BB8gt3aIiMBS_hwOyz_c6ow-AT91RC015SzQ",
        password: "Sesame-123",
        confirmPassword: "Sesame-123"
      },
      status: 200,
      body: {
        status: "success",
        message: "Password changed successfully, all sessions have ended",
        data: {}
      }
    },
    failure: {
      path: "/demo/partners/reset-password",
      request: {
        token: "U0nPyt1BB8gt3aIiMBS_hwOyz_c6ow-AT91RC015SzQ",
        password: "Sesame-123",
        confirmPassword: "Sesame-123"
      },
      status: 400,
      body: {
        status: "failed",
        message: "Invalid data",
        data: {
          errorType: "invalid",
          appErrorCode: "reset_refused",
          error:
            "token is unknown, has expired or was used: ask for a new link with /partners/forgot-password"
        }
      }
    }
  }
}
